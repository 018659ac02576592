import { type Kysely, sql } from 'kysely';

/**
 * A session that somebody ended says how, and stays for that until it would have been over. A turn says since when it
 * waits for consent, as it takes no place among its person's answers meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table "session"
      add column "endedBy" text check ("endedBy" in ('elsewhere', 'administrator', 'removed'))`.execute(db);
  await sql`alter table "turn" add column "waitingSince" timestamptz`.execute(db);
}
