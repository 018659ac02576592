import type { Generated } from 'kysely';

/** A stretch of a page that is found as one. */
export interface PassageTable {
  extractionId: number;
  /** Number within the extraction, from 0. */
  n: number;
  /** Index of its page, from 1. */
  page: number;
  /** Offsets in the page's text; `to` is exclusive. */
  from: number;
  to: number;
  /** Words, for BM25. */
  length: number;
}

/** The inverted index of the passages of consecutive pages, which were indexed together. */
export interface PassageIndexTable {
  extractionId: number;
  /** Number of the first of the passages. */
  first: number;
  /**
   * For each term its UTF-8 and its entries, both with their size in front as an unsigned 32-bit integer, big-endian.
   * Entries are pairs of such integers, little-endian: the number of a passage and the occurrences in it. The empty
   * term has the passages' lengths.
   */
  postings: Buffer;
}

/** The space learned from the words of a dataset, for finding passages that say the same in other words. */
export interface DatasetSpaceTable {
  datasetId: string;
  /** Changes with every learning. */
  version: Generated<string>;
  /** Passages that the dataset had then. */
  passages: number;
  /** Length of the vectors; 0 when nothing could be learned. */
  rank: number;
  builtAt: Generated<Date>;
}

/** The direction of one term, or of a part of words, in the space of a dataset. */
export interface DatasetSpaceTermTable {
  datasetId: string;
  term: string;
  /** A scale as a 32-bit float, little-endian, then one signed byte for each dimension. */
  vector: Buffer;
}

/** The directions of an extraction's passages in the space of a dataset. */
export interface DatasetSpacePassageTable {
  datasetId: string;
  extractionId: number;
  /** For each passage, in order, one signed byte for each dimension; of length 127, or zeros. */
  vectors: Buffer;
}
