import type { Block } from '@tandem/shared/document/blocks';
import type { Generated, JSONColumnType } from 'kysely';

/** The body of a channel of kind document; has its channel's id. */
export interface DocumentTable {
  channelId: string;
  teamId: string;
  /** Number of its newest change. */
  seq: Generated<number>;
  /** A file of the channel, the name of a gradient, or ''. */
  cover: Generated<string>;
  /** Vertical position of a picture higher than the cover: 0 for its top, 100 for its bottom. */
  coverY: Generated<number>;
  isWide: Generated<boolean>;
  /** The last editor. */
  updaterId: number | null;
  editedAt: Generated<Date>;
  /** Time of its last automatic version, or of its creation. */
  versionedAt: Generated<Date>;
  /** The newest change in any version of it. */
  versionedSeq: Generated<number>;
  /** Rises with every change of its discussions. */
  discussionRevision: Generated<number>;
  /** Rises with every change of cover or width. */
  attributeRevision: Generated<number>;
  /** Rises with every change of its versions. */
  versionRevision: Generated<number>;
  /**
   * Mentions as of one of its changes; null before the first comparison, so that nobody is notified of old
   * ones.
   */
  mentions: Generated<{ seq: number; list: { userId: number; blockId: string }[] } | null>;
  /** Since when its newest state is known to be unreadable in bounded time; null for all but a few. */
  frozenAt: Date | null;
  /** The version shown instead; null when none can be read. */
  frozenVersionId: string | null;
}

/**
 * Changes in the encoding of Yjs, version 1, which together are the document. Compaction replaces many rows
 * by one, with the number of the newest, or the next number if it contains more. So numbers have gaps, but
 * are never reused, and the state at a number never changes.
 */
export interface DocumentUpdateTable {
  documentId: string;
  seq: number;
  update: Buffer;
  userId: number | null;
  createdAt: Generated<Date>;
}

/** A document's derived content as of its change `seq`. */
export interface DocumentContentTable {
  documentId: string;
  seq: number;
  blocks: JSONColumnType<Block[]>;
  markdown: string;
  text: string;
  wordCount: number;
  /** tsvector; written and read in SQL only. */
  words: string;
}

/** A session's last known state of a document: its last read or write. */
export interface DocumentReadingTable {
  documentId: string;
  sessionId: string;
  seq: number;
  /** Whether the session wrote the change `seq`, rather than having read the document at it. */
  isOwn: boolean;
  /**
   * The known state, as changes in the encoding of Yjs. Null while it equals the changes up to `seq`;
   * compaction fills it.
   */
  base: Buffer[] | null;
  readAt: Generated<Date>;
}
