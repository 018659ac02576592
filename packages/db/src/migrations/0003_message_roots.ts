import { type Kysely, sql } from 'kysely';

/** The alternatives of a channel's first message, which have no parent to find them by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index "message_root" on "message" ("channelId") where "parentId" is null`.execute(db);
}
