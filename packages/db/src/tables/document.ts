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
  /** Who changed it last. */
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
}

/**
 * Changes in the encoding of Yjs, version 1: together they are the document. Compacting puts one row with the number
 * of the newest in place of many, so numbers have gaps but never come again.
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
