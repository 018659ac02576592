import { type Kysely, sql } from 'kysely';

/**
 * The words of comments, as they are searched; null where they were not read yet, which is what earlier versions left.
 * New words wait in a list that every search reads through: it is kept short.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "comment" add "words" tsvector`.execute(db);
  await sql`
    create index "comment_words" on "comment" using gin ("words") with (gin_pending_list_limit = 512)
  `.execute(db);
  await sql`create index "comment_unread" on "comment" ("id") where "words" is null`.execute(db);
}
