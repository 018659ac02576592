import type { Db } from '@tandem/db';
import type { DatasetSearch } from '@tandem/shared/dataset/search';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { Platform } from '../../core/platform.ts';
import type { Collection } from './collection.ts';
import { Exclusions } from './exclusions.ts';
import { fuse, type Ranking } from './fuse.ts';
import { presentFound } from './present.ts';
import { analyseQuery, type QueryTerm } from './query.ts';
import type { Ranked } from './rank.ts';
import { countedTerms, rankPassages } from './rank-passages.ts';
import { RERANKED, rerank } from './rerank/rerank.ts';
import { findExclusions } from './retrieval.repo.ts';
import { searchedIn } from './searched.ts';
import type { VectorQuestion } from './vector/rank-by-vectors.ts';
import { findTeamSearches } from './vector/search.repo.ts';

export interface PassageSearch {
  /** Whose answer it is: sources that follow documents are found by those who may view them. */
  reader: Reader;
  /** Datasets that the reader sees. */
  datasetIds: readonly string[];
  query: string;
  limit: number;
  /** Whether passages that were left out by hand are found too. */
  includeExcluded?: boolean;
}

type Context = { db: Db; platform: Platform };

/**
 * Finds the passages of datasets that fit a query best: by their words (BM25), by the words of the best ones (RM3), and
 * by what their words go together with, and by the vectors of a provider's model where the team chose one, joined by
 * their scores, in the order in which its reranker judges the best. Rights are the caller's to check; sources that were
 * deleted, and datasets in the bin, are not searched.
 */
export async function searchPassages(context: Context, search: PassageSearch): Promise<DatasetSearch> {
  const began = performance.now();
  const { collection, exclusions, rankings, terms, asked } = await findRankings(context, search);
  const fused = fuse(rankings, Math.max(search.limit, RERANKED));
  const found = (await rerank(context, collection, fused, asked)).slice(0, search.limit);
  return {
    passages: await presentFound(context.db, search, { collection, terms, exclusions }, found),
    searched: collection.size,
    milliseconds: Math.round(performance.now() - began),
  };
}

/** The searched passages, and how each method ranks them. */
export interface FoundRankings {
  collection: Collection;
  exclusions: Exclusions;
  rankings: Ranking[];
  /** The words of the query that count. */
  terms: readonly QueryTerm[];
  asked: VectorQuestion;
}

/** Ranks the passages of datasets for a query, by each method. */
export async function findRankings(
  context: Context,
  { reader, datasetIds, query, includeExcluded = false }: Omit<PassageSearch, 'limit'>,
): Promise<FoundRankings> {
  const { db } = context;
  const [{ extractions, collection }, excluded, searches] = await Promise.all([
    searchedIn(context, reader, datasetIds),
    datasetIds.length === 0 ? [] : findExclusions(db, datasetIds),
    datasetIds.length === 0 ? [] : findTeamSearches(db, datasetIds),
  ]);
  const exclusions = new Exclusions(extractions, excluded);
  const terms = countedTerms(analyseQuery(query, collection.languages), {
    extractions,
    size: collection.size,
  });
  const allowed = (ranked: Ranked[]) =>
    includeExcluded ? ranked : ranked.filter(({ index }) => !exclusions.has(collection.passageAt(index)));
  const asked = { searches, userId: reader.userId, query };
  const rankings =
    terms.length === 0
      ? []
      : await rankPassages(context, { collection, extractions, terms, datasetIds, asked }, allowed);
  return { collection, exclusions, rankings, terms, asked };
}
