import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/**
 * Returns the next comments without search words, locked until the transaction ends; concurrent processes get
 * different ones.
 */
export async function lockUnreadComments(tx: Db, limit: number): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    select "id", "text" from "comment" where "words" is null
    order by "id" limit ${sql.lit(limit)} for update skip locked
  `.execute(tx);
  return rows;
}

/** Writes the words of comments. */
export async function writeCommentWords(
  tx: Db,
  comments: readonly { id: string; words: string[] }[],
): Promise<void> {
  await sql`
    update "comment" set "words" = array_to_tsvector(array(select jsonb_array_elements_text("new"."words")))
    from jsonb_to_recordset(${JSON.stringify(comments)}::jsonb) as "new" ("id" uuid, "words" jsonb)
    where "comment"."id" = "new"."id"
  `.execute(tx);
}
