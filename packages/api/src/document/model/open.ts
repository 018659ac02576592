import { type Db, onCommit, transaction } from '@tandem/db';
import { holdRights } from '../../access/policy/access.hold.ts';
import { AppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import type { Requests, StoredChange } from '../collab/thread/messages.ts';
import { forgetContent } from './content.repo.ts';
import { deriveSoon } from './derive.ts';
import { appendUpdate, lockDocument, replaceUpdates, takeNumber, updatesAfter } from './document.repo.ts';
import { isFrozen } from './frozen.ts';
import { deleteReadings } from './readings.repo.ts';

/**
 * Stores a change that was made in editors, unless one of its writers may not edit any more as it is committed.
 * @param writers everyone whose words are in it
 * @returns its number; null when the document is gone
 * @throws AppError `documentFrozen`, `forbidden`
 */
export function storeChange(
  platform: Platform,
  documentId: string,
  { writers, ...change }: { update: Uint8Array; userId: number | null; writers: readonly number[] },
): Promise<number | null> {
  return transaction(platform.database.db, async (tx) => {
    const seq = await appendUpdate(tx, documentId, change);
    if (seq === null) return null;
    holdRights(tx, writers, documentId, 'channel.edit');
    onCommit(tx, () => announceStored(platform, documentId, seq));
    return seq;
  });
}

/**
 * Puts one change in the place of all of a document's. What is ahead of the stored changes gets a number of its own:
 * under that of the newest one, words that nobody could read at it would seem to have been known to all who did, and
 * what they write without these words would take them away.
 * @param whole everything up to the change `seq`, and what was written since by `writers`
 * @param whole.isAhead whether it holds more than that, which is to be stored later
 * @returns the number that it has now; null when `seq` was not the newest, or the document is frozen: nothing was done
 * @throws AppError `forbidden` when one of the writers may not edit any more
 */
export function compactChanges(
  platform: Platform,
  documentId: string,
  { seq, update, isAhead, writers }: Omit<Requests['compact']['ask'], 'documentId'>,
): Promise<number | null> {
  return transaction(platform.database.db, async (tx) => {
    if ((await lockDocument(tx, documentId)) !== seq || (await isFrozen(tx, documentId))) return null;
    const own = isAhead ? await takeNumber(tx, documentId) : seq;
    await replaceUpdates(tx, documentId, { seq: own, update });
    if (writers.length > 0) holdRights(tx, writers, documentId, 'channel.edit');
    if (own !== seq) onCommit(tx, () => announceStored(platform, documentId, own));
    return own;
  });
}

/** Everything that is stored of a document, not put together. */
export function storedChanges(db: Db, documentId: string): Promise<StoredChange[]> {
  return updatesAfter(db, documentId, 0);
}

/** Puts a document in the place of all that is stored of one, without reading that, and tells it once it is done. */
export async function overwriteChanges(
  tx: Db,
  platform: Platform,
  documentId: string,
  change: { update: Uint8Array; userId: number | null },
): Promise<void> {
  const seq = await appendUpdate(tx, documentId, change);
  if (seq === null) throw new AppError('notFound');
  // Nobody can go on from a state that is gone, and keeping it for them would bring back what could not be read.
  await deleteReadings(tx, documentId);
  await replaceUpdates(tx, documentId, { seq, update: change.update });
  onCommit(tx, () => announceStored(platform, documentId, seq));
}

/**
 * Tells all processes that a change was stored; those that have the document open read it. What is read of it is made
 * anew soon.
 */
export function announceStored(platform: Platform, documentId: string, seq: number): void {
  deriveSoon(platform, documentId);
  platform.bus.publish(topics.document(documentId), { type: 'stored', seq });
}

/**
 * Has everyone be shown an older version of a document from now on: what was read of it is forgotten, and processes that
 * have it open, open it anew.
 */
export async function showFrozen(tx: Db, platform: Platform, documentId: string): Promise<void> {
  await forgetContent(tx, documentId);
  onCommit(tx, () => {
    deriveSoon(platform, documentId);
    platform.bus.publish(topics.document(documentId), { type: 'frozen' });
  });
}
