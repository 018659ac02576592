import type { Collection } from '../collection.ts';
import type { FoundExtraction } from '../retrieval.repo.ts';
import type { SpaceHead } from '../space/space.repo.ts';
import type { RankScope } from './messages.ts';
import type { SearchedDataset } from './ranker.ts';

/** A collection as the thread is told of it. */
export function scopeOf(collection: Collection, datasetIds: readonly string[]): RankScope {
  const known = listsOf.get(collection) ?? listExtractions(collection);
  listsOf.set(collection, known);
  return { datasetIds, ...known };
}

type Lists = Pick<RankScope, 'extractionIds' | 'passages'>;
const listsOf = new WeakMap<Collection, Lists>();

function listExtractions(collection: Collection): Lists {
  const { extractionIds } = collection;
  return {
    extractionIds: Float64Array.from(extractionIds),
    passages: Uint32Array.from(extractionIds, (id) => collection.placeOf(id)?.passages ?? 0),
  };
}

/** The datasets of a search with what the thread has to hold of each. */
export function datasetsOf(
  datasetIds: readonly string[],
  extractions: readonly FoundExtraction[],
  spaces: readonly SpaceHead[] = [],
): SearchedDataset[] {
  const byDataset = new Map<string, FoundExtraction[]>(datasetIds.map((id) => [id, []]));
  for (const each of extractions) for (const id of each.datasetIds) byDataset.get(id)?.push(each);
  return [...byDataset].map(([id, some]) => ({
    id,
    extractions: some,
    space: spaces.find(({ datasetId, rank }) => datasetId === id && rank > 0) ?? null,
  }));
}
