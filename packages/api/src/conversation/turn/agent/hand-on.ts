import { type Db, transaction } from '@tandem/db';
import { countTakeover } from '../../../agent/run/run.repo.ts';
import { lockHead, raiseHead } from '../../../content/message/head.ts';
import type { TurnRow } from '../../../content/turn/turn.repo.ts';
import { doubtStarted, handOn } from '../../../content/turn/wait.repo.ts';
import { trimToSteps } from './trim.ts';

/**
 * Has another process go on with a run whose process is gone, from its last stored step. The caller holds the channel's
 * head.
 * @param revision the head's next
 * @returns false for an answer in chat, a run to be stopped, and one that too many processes did not survive
 */
export async function handOnRun(tx: Db, turnId: string, revision: number): Promise<boolean> {
  if (!(await countTakeover(tx, turnId)) || !(await handOn(tx, turnId))) return false;
  await leaveAtStep(tx, turnId, revision);
  return true;
}

/**
 * Hands on a run of ours, since this process stops.
 * @returns the channel's new revision; null when the run is no longer ours, or to be stopped
 */
export function leaveRun(
  db: Db,
  { id, epoch, channelId }: Pick<TurnRow, 'id' | 'epoch' | 'channelId'>,
): Promise<number | null> {
  return transaction(db, async (tx) => {
    const head = await lockHead(tx, channelId);
    if (!head || !(await handOn(tx, id, epoch))) return null;
    await leaveAtStep(tx, id, head.revision + 1);
    await raiseHead(tx, head);
    return head.revision + 1;
  });
}

async function leaveAtStep(tx: Db, turnId: string, revision: number): Promise<void> {
  await doubtStarted(tx, turnId);
  await trimToSteps(tx, turnId, revision);
}
