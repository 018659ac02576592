import { type Db, transaction } from '@tandem/db';
import { deleteChannels, lockOldLeaves } from '../channel/channel.repo.ts';

/** Channels per transaction. */
const BATCH = 200;

/**
 * Permanently deletes everything in the bin for longer than `days`, with messages and grants.
 * @returns the number of channels
 */
export async function purgeBin(db: Db, days: number): Promise<number> {
  let purged = 0;
  for (;;) {
    const count = await purgeBatch(db, days);
    if (count === 0) return purged;
    purged += count;
  }
}

function purgeBatch(db: Db, days: number): Promise<number> {
  return transaction(db, async (tx) => {
    const ids = await lockOldLeaves(tx, days, BATCH);
    if (ids.length > 0) await deleteChannels(tx, ids);
    return ids.length;
  });
}
