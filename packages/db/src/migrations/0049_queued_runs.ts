import { type Kysely, sql } from 'kysely';

/** A task that waits behind an agent's run keeps what its own run may do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table "queued_message" add column "mode" text check ("mode" in ('read', 'ask', 'work'))
  `.execute(db);
}
