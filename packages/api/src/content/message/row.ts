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
  /** What people answered to it in one sign, in the order in which each was first given. */
  reactions: ReactionRow[];
  /** Whether no message follows it on the active path. */
  last: boolean;
}

/** One emoji under a message: everyone who gave it, and the names of the first of them. */
export interface ReactionRow {
  emoji: string;
  userIds: number[];
  people: string[];
}

/** A message that left the active path: of it no more is told than that. */
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

/** A channel's revision with what waits at that revision. */
export interface Head {
  revision: number;
  /** Messages on the active path. */
  messageCount: number;
  /** How far the reader has read; null: never opened, or nobody was named. */
  lastReadSeq: number | null;
  queue: QueuedRow[];
}

/**
 * What changed in a channel after some revision. `revision` was read before the rows, so these are at least as
 * new: a later change may be among them already, and comes again.
 */
export interface ChangeSet {
  revision: number;
  /** In order of `seq`. */
  rows: ChangedRow[];
  queue: QueuedRow[];
  /** More changed than is worth sending: begin again with the newest page. */
  tooMany: boolean;
}
