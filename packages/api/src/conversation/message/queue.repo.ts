import type { Db } from '@tandem/db';
import type { QueuedMessageTable } from '@tandem/db/tables/message';
import type { Mention } from '@tandem/shared/message/schema';
import { type Insertable, type Selectable, sql } from 'kysely';
import { outOfBin } from '../../access/policy/access.fragments.ts';

export type QueuedMessageRow = Selectable<QueuedMessageTable>;

/** Appends a message to the queue, or puts it first when it steers. */
export async function insertQueued(
  tx: Db,
  row: Insertable<QueuedMessageTable>,
  { first }: { first: boolean },
): Promise<void> {
  const beforeAll = sql<number>`(
    select coalesce(min("number"), 0) - 1 from "queued_message" where "channelId" = ${row.channelId}
  )`;
  await tx
    .insertInto('queued_message')
    .values(first ? { ...row, number: beforeAll } : row)
    .execute();
}

/** A waiting message of a channel; null when its turn has come or it was removed. */
export async function findQueued(
  tx: Db,
  channelId: string,
  queuedId: string,
): Promise<QueuedMessageRow | null> {
  const found = await tx
    .selectFrom('queued_message')
    .selectAll()
    .where('channelId', '=', channelId)
    .where('id', '=', queuedId)
    .executeTakeFirst();
  return found ?? null;
}

/** The message that waits longest; null also in a channel of the bin or archive, where all wait for its return. */
export async function findNextQueued(tx: Db, channelId: string): Promise<QueuedMessageRow | null> {
  const found = await tx
    .selectFrom('queued_message')
    .innerJoin('channel', 'channel.id', 'queued_message.channelId')
    .selectAll('queued_message')
    .where('channelId', '=', channelId)
    .where('channel.archivedAt', 'is', null)
    .where(outOfBin())
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** Replaces the text of a queued message. */
export async function updateQueuedText(
  tx: Db,
  queuedId: string,
  { text, mentions }: { text: string; mentions: readonly Mention[] },
): Promise<void> {
  const values = { text, mentions: JSON.stringify(mentions) };
  await tx.updateTable('queued_message').set(values).where('id', '=', queuedId).execute();
}

/** Removes a message from the queue. */
export async function deleteQueued(tx: Db, queuedId: string): Promise<void> {
  await tx.deleteFrom('queued_message').where('id', '=', queuedId).execute();
}

/** Finds channels with queued messages and no running turn, except those in the bin or archive. */
export async function findForgottenQueues(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('queued_message')
    .innerJoin('channel', 'channel.id', 'queued_message.channelId')
    .select('queued_message.channelId')
    .distinct()
    .where('channel.archivedAt', 'is', null)
    .where(outOfBin())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('turn')
            .select('turn.id')
            .whereRef('turn.channelId', '=', 'queued_message.channelId')
            .where('turn.status', '=', 'running'),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.channelId);
}

/** Deletes every waiting message of a person's. */
export async function deleteQueuedOf(tx: Db, authorId: number): Promise<void> {
  await tx.deleteFrom('queued_message').where('authorId', '=', authorId).execute();
}
