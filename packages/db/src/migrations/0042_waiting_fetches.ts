import { type Kysely, sql } from 'kysely';

/** Remembers which sources wait to be fetched, so that asking again adds nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "source" add column "fetchAskedAt" timestamptz`.execute(db);
}
