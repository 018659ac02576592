import { type Kysely, sql } from 'kysely';

/** Pages that are pictures of text, with where their words stand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table "extraction"
  add "scans" integer not null default 0,
  add "recognised" integer not null default 0,
  add "recognisedMs" integer not null default 0;

alter table "extraction_page" add "words" integer[];
create index "extraction_page_scanned" on "extraction_page" ("hash", "format", "index") where "problem" = 'scanned';
`;
