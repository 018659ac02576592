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
 * Stores a change made in editors, unless one of its writers loses the right to edit before the commit.
 * @param writers everyone whose words it contains
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
 * Replaces all of a document's changes by one. If it is ahead of the stored changes, it gets a new number:
 * under the newest one, a program that read that number would seem to have known the additional words, and
 * its next write would remove them.
 * @param whole everything up to the change `seq`, and later words of `writers`
 * @param whole.isAhead whether it contains more than the stored changes
 * @returns its number; null when `seq` was not the newest, or the document is frozen, and nothing was done
 * @throws AppError `forbidden` when one of the writers lost the right to edit
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

/** Returns a document's stored changes, not merged. */
export function storedChanges(db: Db, documentId: string): Promise<StoredChange[]> {
  return updatesAfter(db, documentId, 0);
}

/** Overwrites everything stored of a document without reading it, and announces that after the commit. */
export async function overwriteChanges(
  tx: Db,
  platform: Platform,
  documentId: string,
  change: { update: Uint8Array; userId: number | null },
): Promise<void> {
  const seq = await appendUpdate(tx, documentId, change);
  if (seq === null) throw new AppError('notFound');
  // Nobody can continue from a state that is gone; keeping it would bring the unreadable content back.
  await deleteReadings(tx, documentId);
  await replaceUpdates(tx, documentId, { seq, update: change.update });
  onCommit(tx, () => announceStored(platform, documentId, seq));
}

/**
 * Announces a stored change to all processes; those with the document open read it. Its content is derived
 * again soon.
 */
export function announceStored(platform: Platform, documentId: string, seq: number): void {
  deriveSoon(platform, documentId);
  platform.bus.publish(topics.document(documentId), { type: 'stored', seq });
}

/**
 * Switches a document to its older version: deletes its derived content, and makes processes that have it
 * open reopen it.
 */
export async function showFrozen(tx: Db, platform: Platform, documentId: string): Promise<void> {
  await forgetContent(tx, documentId);
  onCommit(tx, () => {
    deriveSoon(platform, documentId);
    platform.bus.publish(topics.document(documentId), { type: 'frozen' });
  });
}
