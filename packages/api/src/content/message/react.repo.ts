import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Emoji under a message, each with whether this person gave it. */
export async function findReactions(
  tx: Db,
  messageId: string,
  userId: number,
): Promise<{ emoji: string; mine: boolean }[]> {
  const rows = await tx
    .selectFrom('reaction')
    .select(['emoji', sql<boolean>`bool_or("userId" = ${userId})`.as('mine')])
    .where('messageId', '=', messageId)
    .groupBy('emoji')
    .execute();
  return rows;
}

/** Adds or removes a reaction, and marks its message as changed. */
export async function writeReaction(
  tx: Db,
  { messageId, userId, emoji }: { messageId: string; userId: number; emoji: string },
  { on, revision }: { on: boolean; revision: number },
): Promise<void> {
  if (on) await tx.insertInto('reaction').values({ messageId, userId, emoji }).execute();
  else
    await tx
      .deleteFrom('reaction')
      .where('messageId', '=', messageId)
      .where('userId', '=', userId)
      .where('emoji', '=', emoji)
      .execute();
  await tx.updateTable('message').set({ revision }).where('id', '=', messageId).execute();
}

/** Deletes every reaction of a person's. */
export async function deleteReactionsOf(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('reaction').where('userId', '=', userId).execute();
}
