import type { Db } from '@tandem/db';
import type { MessageChange } from '@tandem/shared/message/schema';
import { AppError } from '../../core/errors.ts';
import { type MessageReader, presentMessage, presentQueued } from './message.presenter.ts';
import { findChanged, findHead, findMessage, findOnPath, findRunningMessage } from './message.repo.ts';
import { areMoreThan, findPage } from './page.repo.ts';
import { type ChangedRow, type ChangeSet, type Head, isOnPath, type MessageRow } from './row.ts';

/** Maximum number of single changes; beyond it a watcher starts over with the newest page. */
export const MAX_CHANGES = 200;
/** Maximum bytes of one page or set of changes; a single message may be longer. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** Up to this many changes are sent without measuring their length. */
const FEW = 4;
/** Messages in a watcher's first page. */
export const FIRST_PAGE = 40;

/**
 * Returns the changes of a channel after revision `since`.
 * @throws AppError `notFound` when the channel is gone
 */
export async function changesSince(db: Db, channelId: string, since: number): Promise<ChangeSet> {
  // The revision first: rows read after it can only be newer, which is harmless; the other way would lose some.
  const { revision, queue } = await headOf(db, channelId);
  if (revision === since) return { revision, rows: [], queue, tooMany: false };
  if (revision < since) return { revision, rows: [], queue, tooMany: true };
  const changed = await findChanged(db, channelId, since, MAX_CHANGES + 1);
  if (changed.length > MAX_CHANGES) return { revision, rows: [], queue, tooMany: true };
  const ids = changed.filter(({ active }) => active).map(({ id }) => id);
  if (ids.length > FEW && (await areMoreThan(db, channelId, ids, PAGE_BYTES)))
    return { revision, rows: [], queue, tooMany: true };
  return { revision, rows: await rowsOf(db, channelId, changed), queue, tooMany: false };
}

/** Complete rows for messages on the path; a message that left the path is reported by that change. */
async function rowsOf(
  db: Db,
  channelId: string,
  changed: Awaited<ReturnType<typeof findChanged>>,
): Promise<ChangedRow[]> {
  const ids = changed.filter(({ active }) => active).map(({ id }) => id);
  const onPath = new Map((await findOnPath(db, channelId, ids)).map((row) => [row.id, row]));
  return changed.flatMap(({ id, seq, active }) => (active ? (onPath.get(id) ?? []) : { id, seq, active }));
}

export interface NewestPage extends Head {
  rows: MessageRow[];
  hasMore: boolean;
}

/**
 * Returns the newest page of a channel's active path, or the one before `before`, oldest first; shorter than
 * `limit` when its messages are long.
 * @throws AppError `notFound` when the channel is gone
 */
export async function pageOf(
  db: Db,
  channelId: string,
  { before, limit = FIRST_PAGE, userId }: { before?: number; limit?: number; userId?: number } = {},
): Promise<NewestPage> {
  const head = await headOf(db, channelId, userId);
  return { ...head, ...(await findPage(db, channelId, { before, limit, bytes: PAGE_BYTES })) };
}

/** Returns one message from the database, or null when it is not in that channel. */
export function messageOf(db: Db, channelId: string, messageId: string): Promise<MessageRow | null> {
  return findMessage(db, channelId, messageId);
}

/** The message that is being written in a channel, as it was last saved. */
export function runningMessageOf(db: Db, channelId: string): Promise<MessageRow | null> {
  return findRunningMessage(db, channelId);
}

/**
 * The channel's revision and queue.
 * @throws AppError `notFound` when the channel is gone
 */
export async function headOf(db: Db, channelId: string, userId?: number): Promise<Head> {
  const head = await findHead(db, channelId, userId);
  if (!head) throw new AppError('notFound');
  return head;
}

/**
 * Returns the changes after `since` as the result of one reader's mutation.
 * @throws AppError `notFound` when the channel is gone
 */
export async function answerSince(
  db: Db,
  channelId: string,
  since: number,
  reader: MessageReader,
): Promise<MessageChange> {
  const change = await changesSince(db, channelId, since);
  if (!change.tooMany) return presentChange(change, reader);
  const { hasMore, ...page } = await pageOf(db, channelId);
  return { ...presentChange(page, reader), reset: true, hasMore };
}

/** A change set as one reader gets it. */
export function presentChange(change: Omit<ChangeSet, 'tooMany'>, reader: MessageReader): MessageChange {
  return {
    revision: change.revision,
    reset: false,
    messages: change.rows.filter(isOnPath).map((row) => presentMessage(row, reader)),
    removed: change.rows.filter((row) => !row.active).map((row) => row.id),
    queue: change.queue.map(presentQueued),
  };
}
