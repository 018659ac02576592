import { type Db, onCommit, transaction } from '@tandem/db';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { AppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { nextRevision } from './source.repo.ts';

/** A dataset as far as changing its sources is concerned. */
export type ChangedDataset = Pick<LoadedChannel, 'id' | 'teamId'>;

/**
 * Changes sources in a transaction in which nothing else changes those of the dataset, and tells its watchers.
 * @param change receives the dataset's new revision, which it stores with every source that it changes; returns the ids
 * of sources that it removed
 * @throws AppError `notFound` when the dataset is gone
 */
export function changeSources<T>(
  { db, platform }: { db: Db; platform: Platform },
  { id }: Pick<ChangedDataset, 'id'>,
  change: (tx: Db, revision: number) => Promise<{ result: T; removed?: readonly string[] }>,
): Promise<T> {
  return transaction(db, async (tx) => {
    const revision = await nextRevision(tx, id);
    if (revision === null) throw new AppError('notFound');
    const { result, removed = [] } = await change(tx, revision);
    onCommit(tx, () => {
      // Too many ids for one message: watchers load the list again.
      const told = removed.length <= MAX_TOLD ? removed : null;
      platform.bus.publish(topics.dataset(id), { type: 'sources', revision, removed: told });
    });
    return result;
  });
}

const MAX_TOLD = 100;
