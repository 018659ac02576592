import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** A channel's moving part, locked. */
export interface LockedHead {
  channelId: string;
  revision: number;
  lastSeq: number;
}

/**
 * Locks a channel's head until the transaction ends. Every change of its path, queue or turns takes this lock
 * first, so that commits follow the order of revisions. Null when the channel is gone.
 */
export async function lockHead(tx: Db, channelId: string): Promise<LockedHead | null> {
  return (await lockingHead(tx, channelId).executeTakeFirst()) ?? null;
}

/** The statement of `lockHead`. */
export function lockingHead(tx: Db, channelId: string) {
  return tx
    .selectFrom('channel_head')
    .select(['channelId', 'revision', 'lastSeq'])
    .where('channelId', '=', channelId)
    .forUpdate();
}

/**
 * Raises a locked head's revision by one.
 * @param grown messages that came onto the active path, less those that left it
 * @param seqs new `seq` numbers used
 */
export async function raiseHead(
  tx: Db,
  head: LockedHead,
  { grown = 0, seqs = 0 }: { grown?: number; seqs?: number } = {},
): Promise<void> {
  await tx
    .updateTable('channel_head')
    .set({
      revision: head.revision + 1,
      lastSeq: head.lastSeq + seqs,
      messageCount: sql`"messageCount" + ${grown}`,
    })
    .where('channelId', '=', head.channelId)
    .execute();
}

/** Inserts the head of a new channel. */
export async function insertHead(tx: Db, channelId: string): Promise<void> {
  await tx.insertInto('channel_head').values({ channelId }).execute();
}
