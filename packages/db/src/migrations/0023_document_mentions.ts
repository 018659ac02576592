import { type Kysely, sql } from 'kysely';

/**
 * Whom documents name, so that people are told of it once. Documents that there are already begin with null: whoever
 * they name now is not news.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "document" add "mentions" jsonb`.execute(db);
  await sql`alter table "document" alter "mentions" set default '{"seq": 0, "list": []}'`.execute(db);
  await sql`alter table "notice" add "blockId" text`.execute(db);
}
