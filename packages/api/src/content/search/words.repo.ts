import type { Db } from '@tandem/db';
import type { Part } from '@tandem/shared/message/parts';
import { type RawBuilder, sql } from 'kysely';

/** A message and the words by which it is found. */
export interface MessageWords {
  messageId: string;
  words: string[];
}

/** Replaces the words of messages; a message without words needs no row. */
export async function writeWords(db: Db, messages: readonly MessageWords[]): Promise<void> {
  const found = messages.filter(({ words }) => words.length > 0);
  const lost = messages.filter(({ words }) => words.length === 0).map(({ messageId }) => messageId);
  if (lost.length > 0)
    await db.deleteFrom('message_text').where(sql<boolean>`"messageId" = any(${lost}::uuid[])`).execute();
  if (found.length > 0) await writingWords(found).execute(db);
}

/** The statement that writes words, for messages that have some. */
export function writingWords(found: readonly MessageWords[]): RawBuilder<unknown> {
  // A single parameter, however many words and messages.
  return sql`
    insert into "message_text" ("messageId", "teamId", "channelId", "createdAt", "words")
    select "message"."id", "message"."teamId", "message"."channelId", "message"."createdAt",
      array_to_tsvector(array(select jsonb_array_elements_text("new"."words")))
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as "new" ("messageId" uuid, "words" jsonb)
    join "message" on "message"."id" = "new"."messageId"
    on conflict ("messageId") do update set "words" = excluded."words"
  `;
}

/**
 * Returns the position of the job that indexes older messages, locked until the transaction ends.
 * @returns null when it is finished, or another process holds the lock
 */
export async function lockFill(tx: Db): Promise<{ afterId: string | null } | null> {
  const fill = await tx
    .selectFrom('search_fill')
    .select('afterId')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return fill ?? null;
}

/** The next finished messages in order of their ids. */
export function findUnread(
  tx: Db,
  afterId: string | null,
  limit: number,
): Promise<{ id: string; parts: Part[] }[]> {
  let query = tx
    .selectFrom('message')
    .select(['id', 'parts'])
    .where('status', '!=', 'running')
    .orderBy('id')
    .limit(limit);
  if (afterId !== null) query = query.where('id', '>', afterId);
  return query.execute();
}

/** Notes how far the messages were read; null: to their end. */
export async function noteFill(tx: Db, afterId: string | null): Promise<void> {
  if (afterId === null) await tx.deleteFrom('search_fill').execute();
  else await tx.updateTable('search_fill').set({ afterId }).execute();
}
