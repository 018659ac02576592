import * as z from 'zod';
import type { Mark } from '../search/marks.ts';
import { queryTextSchema } from '../search/query.ts';

/** Ways in which passages are found; each gives a score of its own. */
export const retrievalMethods = ['words', 'nearness', 'feedback', 'meaning', 'vectors', 'rerank'] as const;
export type RetrievalMethod = (typeof retrievalMethods)[number];

export const MAX_PASSAGES = 50;

export const searchDatasetSchema = z.strictObject({
  datasetId: z.uuid(),
  query: queryTextSchema.max(2_000),
  limit: z.int().min(1).max(MAX_PASSAGES).default(10),
});
export type SearchDataset = z.output<typeof searchDatasetSchema>;

/** A passage that was found. */
export interface FoundPassage {
  sourceId: string;
  /** The source's name. */
  name: string;
  /** Names the passage within its content. */
  passage: { extractionId: number; n: number };
  page: number;
  label: string;
  /** Offsets in the page's text; `to` is exclusive. */
  from: number;
  to: number;
  text: string;
  /** Words of the query that counted, in its text. */
  marks: Mark[];
  /** By rank fusion; higher is better. */
  score: number;
  /** Rank by each method that found it, from 1, with the method's own score. */
  methods: Partial<Record<RetrievalMethod, { rank: number; score: number }>>;
  /** Left out of answers by hand; only shown where passages are tried. */
  excluded: boolean;
}

export interface DatasetSearch {
  passages: FoundPassage[];
  /** Passages that were searched. */
  searched: number;
  milliseconds: number;
}

export const excludePassageSchema = z.strictObject({
  datasetId: z.uuid(),
  extractionId: z.int().min(1),
  n: z.int().min(0).max(1_000_000),
  excluded: z.boolean(),
});
export type ExcludePassage = z.output<typeof excludePassageSchema>;
