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
  /** Which part of a picture is shown where it is too high: 0 its top, 100 its bottom. */
  coverY: Generated<number>;
  isWide: Generated<boolean>;
  /** The person who changed it last. */
  updaterId: number | null;
  editedAt: Generated<Date>;
  /** When its state was last kept by itself, or it was made. */
  versionedAt: Generated<Date>;
  /** The newest change in any version of it. */
  versionedSeq: Generated<number>;
  /** Rises with every change of its discussions. */
  discussionRevision: Generated<number>;
  /** Rises with every change of cover or width. */
  attributeRevision: Generated<number>;
  /** Rises with every change of its versions. */
  versionRevision: Generated<number>;
  /** People it mentioned as of one of its changes; null until first compared, so that nobody is told of old mentions. */
  mentions: Generated<{ seq: number; list: { userId: number; blockId: string }[] } | null>;
  /** Since when its newest state is known to take too long to be put together; null for all but a few. */
  frozenAt: Date | null;
  /** The version that is shown instead; null when none can be read either. */
  frozenVersionId: string | null;
}

/**
 * Changes in the encoding of Yjs, version 1: together they are the document. Compacting puts one row in place of many,
 * with the number of the newest, or with the next one where it holds more than these. So numbers have gaps, but never
 * come again, and what is up to one of them is always the same.
 */
export interface DocumentUpdateTable {
  documentId: string;
  seq: number;
  update: Buffer;
  userId: number | null;
  createdAt: Generated<Date>;
}

/** What is read of a document: derived, as of its change `seq`. */
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

/** What a session last knew of a document: what it read, or what it wrote. */
export interface DocumentReadingTable {
  documentId: string;
  sessionId: string;
  seq: number;
  /** Whether the session wrote the change `seq` itself, rather than having read the document at it. */
  isOwn: boolean;
  /**
   * The state that it knows, as changes in the encoding of Yjs. Null while that is what the changes up to `seq` make:
   * compacting them fills it.
   */
  base: Buffer[] | null;
  readAt: Generated<Date>;
}
