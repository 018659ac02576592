import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, transaction } from '@tandem/db';
import { SLOT_CHECK_MS } from '../../content/turn/limits.ts';
import { countSlots, endWaiting } from '../../content/turn/slot.repo.ts';
import type { Logger } from '../../core/log.ts';
import type { RunningTurn } from './running.ts';
import { inQueue } from './slot-queue.ts';

/**
 * Waits until a turn that used no slot of its person has one again; returns at once for others, and when the turn ends.
 * @param slots maximum per person
 */
export async function takeSlot(
  { turn, signal }: RunningTurn,
  { db, log, slots }: { db: Db; log: Logger; slots: () => number },
): Promise<void> {
  if (turn.waitingSince === null) return;
  const take = () =>
    transaction(db, async (tx) => {
      if ((await countSlots(tx, turn.userId, turn.id)) >= slots()) return false;
      await endWaiting(tx, turn);
      return true;
    }).catch((err: unknown) => {
      // The database may be away for a while.
      log.warn({ err, turn: turn.id }, 'a turn could not take its slot again');
      return false;
    });
  // Otherwise a hundred resuming turns would each hold a connection to wait for the same lock.
  await inQueue(db, { userId: turn.userId, signal }, async () => {
    while (!signal.aborted && !(await take()))
      await sleep(SLOT_CHECK_MS, undefined, { signal }).catch(() => {});
  });
}
