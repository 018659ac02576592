import { type Db, onCommit } from '@tandem/db';
import { MAX_COMMENTS, MAX_DISCUSSIONS } from '@tandem/shared/discussion/schema';
import { AppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { countOf, raiseRevision } from './discussion.repo.ts';

/**
 * Starts a change of a document's discussions inside its transaction: serialised by the document's row, and
 * announced after the commit.
 * @returns the revision of the change
 * @throws AppError `notFound` when the document is gone
 */
export async function nextRevision(tx: Db, platform: Platform, documentId: string): Promise<number> {
  const revision = await raiseRevision(tx, documentId);
  if (revision === null) throw new AppError('notFound');
  onCommit(tx, () => platform.bus.publish(topics.document(documentId), { type: 'discussions', revision }));
  return revision;
}

/**
 * Checks the limit for another comment, or discussion with one.
 * @throws AppError `tooManyComments`
 */
export async function assertRoom(tx: Db, documentId: string, what: 'comment' | 'discussion'): Promise<void> {
  const { discussions, comments } = await countOf(tx, documentId);
  if (comments >= MAX_COMMENTS || (what === 'discussion' && discussions >= MAX_DISCUSSIONS))
    throw new AppError('tooManyComments', { count: what === 'discussion' ? MAX_DISCUSSIONS : MAX_COMMENTS });
}
