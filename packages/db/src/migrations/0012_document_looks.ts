import { type Kysely, sql } from 'kysely';

/** Where a document's cover is cut, and numbers by which its looks and its versions are followed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table "document"
      add "coverY" smallint not null default 50 check ("coverY" between 0 and 100),
      add "attributeRevision" bigint not null default 0,
      add "versionRevision" bigint not null default 0
  `.execute(db);
}
