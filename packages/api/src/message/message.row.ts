import type { MessageTable } from '@tandem/db/tables/message';
import type { Selectable } from 'kysely';

/** A message as the database has it, with the people it names and its place on the path. */
export interface MessageRow extends Selectable<MessageTable> {
  authorName: string | null;
  authorAvatar: string | null;
  assistantName: string | null;
  assistantAvatar: string | null;
  /** Ids of the alternatives at this point, oldest first, itself included. */
  siblings: string[];
  /** Whether no message follows it on the active path. */
  last: boolean;
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
  createdAt: Date;
}

/** A channel's revision with what waits at that revision. */
export interface Head {
  revision: number;
  /** Messages on the active path. */
  messageCount: number;
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
