import { type Kysely, sql } from 'kysely';

/** Whether a waiting question asks the whole workspace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "queued_message" add column "workspace" boolean not null default false`.execute(db);
}
