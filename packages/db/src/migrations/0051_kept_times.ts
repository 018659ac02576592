import { type Kysely, sql } from 'kysely';

/** When a channel last asked that content be kept, so that what no state names can go after a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "kept_content" add column "keptAt" timestamptz not null default now()`.execute(db);
}
