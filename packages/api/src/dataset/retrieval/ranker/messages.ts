import type { Ranked } from '../rank.ts';
import type { PieceToIndex } from './thread/segment.ts';

/** A word of a query by its keys in the index (`termKey`). */
export interface RankTerm {
  weight: number;
  keys: readonly string[];
  /** Passages that count as having it, since it is a stop word in their language. */
  assumed: number;
}

/** The extractions to search: passages are numbered extraction by extraction. */
export interface RankScope {
  datasetIds: readonly string[];
  /** Extractions in ascending order, and the passages of each that are searched. */
  extractionIds: Float64Array;
  passages: Uint32Array;
}

export interface RankRequest extends RankScope {
  terms: readonly RankTerm[];
  /** Where the query points in the spaces of datasets. */
  directions: readonly { datasetId: string; direction: Float32Array }[];
  /** Passages of each ranking. */
  limit: number;
}

/** Passages by their index in the scope, best first. */
export interface RankAnswer {
  words: Ranked[];
  /** How rare each word of the query is, in its order; 0 for those that say nothing. */
  rarities: number[];
  /** Null without any direction. */
  meaning: Ranked[] | null;
}

/** A word that passages must hold. */
export interface MatchWord {
  /** Its keys in the index. */
  keys: readonly string[];
  /** Beginnings of the keys that count as the word, too; null for a word that was typed to its end. */
  beginnings: readonly string[] | null;
}

export interface MatchRequest extends RankScope {
  words: readonly MatchWord[];
  /** Of each extraction, how many of the words its passages must hold. */
  wanted: Uint8Array;
  limit: number;
}

/** Requests to the thread, and its answers. */
export type RankerQuestion =
  | { type: 'rank'; request: RankRequest }
  | { type: 'match'; request: MatchRequest };

export type ToRanker =
  | { type: 'index'; datasetId: string; pieces: readonly PieceToIndex[]; postings: Uint8Array }
  /** Begins a new space in place of what is there. */
  | { type: 'space'; datasetId: string; rank: number }
  | { type: 'placed'; datasetId: string; extractionId: number; vectors: Uint8Array }
  | { type: 'drop'; datasetId: string }
  | (RankerQuestion & { id: number });

export type FromRanker =
  | { type: 'answered'; id: number; answer: RankAnswer | Ranked[] }
  | { type: 'failed'; id: number; message: string };
