import type { Db } from '@tandem/db';
import type { QueuedMessageTable } from '@tandem/db/tables/message';
import { type Insertable, type Selectable, sql } from 'kysely';

export type QueuedMessageRow = Selectable<QueuedMessageTable>;

/** Puts a message behind the waiting ones, or before them when it steers. */
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

/** The message that waits longest. */
export async function findNextQueued(tx: Db, channelId: string): Promise<QueuedMessageRow | null> {
  const found = await tx
    .selectFrom('queued_message')
    .selectAll()
    .where('channelId', '=', channelId)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

export async function updateQueuedText(tx: Db, queuedId: string, text: string): Promise<void> {
  await tx.updateTable('queued_message').set({ text }).where('id', '=', queuedId).execute();
}

export async function deleteQueued(tx: Db, queuedId: string): Promise<void> {
  await tx.deleteFrom('queued_message').where('id', '=', queuedId).execute();
}
