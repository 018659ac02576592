import type { Generated, JSONColumnType } from 'kysely';

/** A thread of comments on a document. */
export interface DiscussionTable {
  id: Generated<string>;
  documentId: string;
  /** The block that it was anchored in; null: it concerns the whole document. */
  blockId: string | null;
  /** The words that it was anchored at. */
  quote: Generated<string>;
  creatorId: number;
  resolverId: number | null;
  resolvedAt: Date | null;
  /** The document's `discussionRevision` at which it last changed. */
  revision: number;
  clientKey: string | null;
  createdAt: Generated<Date>;
  deletedAt: Date | null;
}

export interface CommentTable {
  id: Generated<string>;
  discussionId: string;
  authorId: number;
  text: string;
  mentions: JSONColumnType<unknown[]>;
  /** tsvector; written and read in SQL only. Null until they are read. */
  words: Generated<string | null>;
  clientKey: string | null;
  createdAt: Generated<Date>;
  editedAt: Date | null;
  deletedAt: Date | null;
}

export interface CommentReactionTable {
  commentId: string;
  userId: number;
  emoji: string;
  createdAt: Generated<Date>;
}
