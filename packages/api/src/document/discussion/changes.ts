import type { Db } from '@tandem/db';
import type { DiscussionChange, DiscussionList } from '@tandem/shared/discussion/schema';
import { AppError } from '../../core/errors.ts';
import type { DiscussionReader } from './discussion.policy.ts';
import { presentDiscussion } from './discussion.presenter.ts';
import { changedSince, type DiscussionRow, findDiscussions, revisionOf } from './view.repo.ts';

/** Maximum discussions sent one by one; beyond it a watcher gets all of them again. */
const MAX_CHANGED = 200;

export interface DiscussionChanges {
  revision: number;
  rows: DiscussionRow[];
  /** Ids of those that were deleted. */
  removed: string[];
  /** `rows` is complete: discard others. */
  reset: boolean;
}

/**
 * Returns changes of a document's discussions after revision `since`; all of them when that is null or too
 * long ago.
 * @throws AppError `notFound` when the document is gone
 */
export async function changesSince(
  db: Db,
  documentId: string,
  since: number | null,
): Promise<DiscussionChanges> {
  // The revision first: rows read after it can only be newer, which is harmless; the other way would lose some.
  const revision = await revisionOf(db, documentId);
  if (revision === null) throw new AppError('notFound');
  if (revision === since) return { revision, rows: [], removed: [], reset: false };
  // A higher revision means that the database was restored to an earlier state.
  const changed =
    since === null || since > revision ? null : await changedSince(db, documentId, since, MAX_CHANGED + 1);
  if (!changed || changed.length > MAX_CHANGED)
    return { revision, rows: await findDiscussions(db, documentId), removed: [], reset: true };
  const ids = changed.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id);
  const rows = await findDiscussions(db, documentId, ids);
  const here = new Set(rows.map(({ id }) => id));
  return { revision, rows, removed: changed.map(({ id }) => id).filter((id) => !here.has(id)), reset: false };
}

/** Returns all discussions of a document, presented to one reader. */
export async function listDiscussions(
  db: Db,
  documentId: string,
  reader: DiscussionReader,
): Promise<DiscussionList> {
  const { revision, rows } = await changesSince(db, documentId, null);
  return { revision, list: rows.map((row) => presentDiscussion(row, reader)) };
}

/** Returns one discussion after a change, for its actor. */
export async function answerChange(
  db: Db,
  { documentId, discussionId, revision }: { documentId: string; discussionId: string; revision: number },
  reader: DiscussionReader,
): Promise<DiscussionChange> {
  const rows = await findDiscussions(db, documentId, [discussionId]);
  return {
    revision,
    discussions: rows.map((row) => presentDiscussion(row, reader)),
    removed: rows.length > 0 ? [] : [discussionId],
  };
}
