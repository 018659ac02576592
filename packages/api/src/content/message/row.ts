import type { MessageTable } from '@tandem/db/tables/message';
import type { Mention } from '@tandem/shared/message/schema';
import type { Selectable } from 'kysely';
import type { FileRow } from '../file/file.service.ts';

/** A message as the database has it, with the people it names and its place on the path. */
export interface MessageRow extends Selectable<MessageTable> {
  authorName: string | null;
  authorAvatar: string | null;
  assistantName: string | null;
  assistantAvatar: string | null;
  /** Ids of the alternatives at this point, oldest first, itself included. */
  siblings: string[];
  /** Reactions, in the order in which each emoji was first added. */
  reactions: ReactionRow[];
  /** Whether it is the last message of the active path. */
  last: boolean;
}

/** One emoji on a message: everyone who added it, and the names of the first few. */
export interface ReactionRow {
  emoji: string;
  userIds: number[];
  people: string[];
}

/** A message that left the active path; nothing else of it is sent. */
export interface LeftRow {
  id: string;
  seq: number;
  active: false;
}

export type ChangedRow = MessageRow | LeftRow;

/** Whether a changed message is on the active path. */
export function isOnPath(row: ChangedRow): row is MessageRow {
  return row.active;
}

/** A waiting message with its author. */
export interface QueuedRow {
  id: string;
  authorId: number;
  authorName: string;
  authorAvatar: string;
  text: string;
  files: Pick<FileRow, 'id' | 'name' | 'mediaType' | 'size' | 'width' | 'height'>[];
  mentions: Mention[];
  createdAt: Date;
}

/** A channel's revision with its queue at that revision. */
export interface Head {
  revision: number;
  /** Messages on the active path. */
  messageCount: number;
  /** The reader's position; null when they never opened it, or no reader was given. */
  lastReadSeq: number | null;
  queue: QueuedRow[];
}

/**
 * Changes of a channel after some revision. `revision` was read before the rows, so these are at least as
 * new: a later change may be included already, and is sent again.
 */
export interface ChangeSet {
  revision: number;
  /** In order of `seq`. */
  rows: ChangedRow[];
  queue: QueuedRow[];
  /** There are more changes than is sensible to send: start over with the newest page. */
  tooMany: boolean;
}
