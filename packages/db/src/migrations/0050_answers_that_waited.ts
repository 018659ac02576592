import { type Kysely, sql } from 'kysely';

/** Keeps what an answer has used and named besides its steps, so that it goes on with the same after a wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "turn" add "images" integer not null default 0, add "sources" jsonb`.execute(db);
}
