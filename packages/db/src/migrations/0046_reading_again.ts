import { type Kysely, sql } from 'kysely';

/**
 * Remembers by which version of reading a content was read, so that pages of which no text was got are read again by a
 * later one. Contents without such pages have nothing to gain.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table "extraction" add column "version" integer not null default 1;
update "extraction" set "version" = 2 where "format" not in ('pdf', 'image') or "status" = 'ready' and not exists (
  select from "extraction_page" as "page"
  where "page"."hash" = "extraction"."hash" and "page"."format" = "extraction"."format"
    and "page"."problem" in ('empty', 'scanned')
);
alter table "extraction" alter column "version" set default 2;
create index "extraction_outdated" on "extraction" ("version", "id");
create index "source_unreadable" on "source" ("id") where "problem" = 'notReadable' and "fileId" is not null;
`;
