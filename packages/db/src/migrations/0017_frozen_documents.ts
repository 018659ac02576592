import { type Kysely, sql } from 'kysely';

/** Documents whose newest state cannot be put together in bounded time: they are shown as an older one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table "document"
      add "frozenAt" timestamptz,
      add "frozenVersionId" uuid references "version" on delete set null
  `.execute(db);
  await sql`
    create index "document_frozen_version" on "document" ("frozenVersionId")
  `.execute(db);
}
