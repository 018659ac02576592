import { type Kysely, sql } from 'kysely';

/**
 * How names with Chinese characters are spelt, so that they are found and put in order by pinyin. Empty for names with
 * nothing to spell; null until somebody spells them, which is what earlier versions left and still write. The order is
 * the same in every database, whatever it was told of languages.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const HAN = String.raw`[\u2E80-\u2FDF\u3005-\u3007\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF]`;

const addTo = (table: string) => `
alter table "${table}" add "spelling" text default '';
update "${table}" set "spelling" = null where "name" ~ '${HAN}';
create index "${table}_unspelt" on "${table}" ("id") where "spelling" is null;
create trigger "${table}_spelling" before insert or update of "name" on "${table}"
  for each row execute function "spelling_due"();
`;

const statements = `
create function "name_key"("name" text, "spelling" text) returns text language sql immutable parallel safe
  return left(
    case when coalesce("spelling", '') = '' then "search_fold"("name")
    else ltrim(split_part("spelling", chr(10), 1)) || ' ' || "search_fold"("name") end,
    200
  );

-- A new name that came without its spelling must not keep that of the old one.
create function "spelling_due"() returns trigger language plpgsql as $$
begin
  if new."name" !~ '${HAN}' then
    new."spelling" := '';
  elsif new."spelling" = ''
    or (tg_op = 'UPDATE' and new."name" is distinct from old."name" and new."spelling" is not distinct from old."spelling")
  then
    new."spelling" := null;
  end if;
  return new;
end $$;
${['user', 'app', 'channel', 'assistant'].map(addTo).join('')}`;
