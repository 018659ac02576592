import { type Kysely, sql } from 'kysely';

/**
 * The alternative below a message that was shown last is found in its order, so that following a branch does not read
 * all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index "message_branch" on "message" ("parentId", "revision" desc, "seq" desc)
      where "parentId" is not null`.execute(db);
}
