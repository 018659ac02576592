import { type Kysely, sql } from 'kysely';

/**
 * Puts sources in the order that people expect of names: "page 2" before "page 10", capitals and accents beside the
 * plain letters, Chinese by pinyin. The key is stored, since a folder may hold twenty thousand of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const HAN = String.raw`[\u2E80-\u2FDF\u3005-\u3007\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF]`;

const statements = String.raw`
-- Numbers of up to twelve digits get as many, so that they compare by value.
create function "natural_key"("key" text) returns text language sql immutable parallel safe
  return left(
    regexp_replace(regexp_replace("key", '[0-9]+', '00000000000\&', 'g'), '0{0,11}([0-9]{12,})', '\1', 'g'),
    200
  );

alter table "source" add "spelling" text default '';
update "source" set "spelling" = null where "name" ~ '${HAN}';
create index "source_unspelt" on "source" ("id") where "spelling" is null;
create trigger "source_spelling" before insert or update of "name" on "source"
  for each row execute function "spelling_due"();

alter table "source" add "sortKey" text collate "C" not null
  generated always as ("natural_key"("name_key"("name", "spelling"))) stored;

drop index "source_place";
create index "source_place" on "source" ("datasetId", "parentId", ("kind" <> 'folder'), "sortKey", "id");
`;
