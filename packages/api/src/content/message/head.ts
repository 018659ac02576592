import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** A channel's moving part, locked. */
export interface LockedHead {
  channelId: string;
  revision: number;
  lastSeq: number;
}

/**
 * Locks a channel's head until the transaction ends: whoever changes its path, its queue or its turns does so
 * first, so that commits come in the order of revisions. Null when the channel is gone.
 */
export async function lockHead(tx: Db, channelId: string): Promise<LockedHead | null> {
  const head = await tx
    .selectFrom('channel_head')
    .select(['channelId', 'revision', 'lastSeq'])
    .where('channelId', '=', channelId)
    .forUpdate()
    .executeTakeFirst();
  return head ?? null;
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

/** Gives a new channel its moving part. */
export async function insertHead(tx: Db, channelId: string): Promise<void> {
  await tx.insertInto('channel_head').values({ channelId }).execute();
}
