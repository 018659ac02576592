import type { FoundPassage } from '@tandem/shared/dataset/search';
import { api, cached, trpc } from '../../lib/trpc.ts';

const silent = { context: { silent: true } };
/** Passages of one search. */
const SHOWN = 20;

const inputOf = (datasetId: string, query: string) => ({ datasetId, query, limit: SHOWN });

/** Passages that fit a query, as answers would get them; none for an empty one. */
export function usePassages(datasetId: string, query: string) {
  return trpc.retrieval.search.useQuery(inputOf(datasetId, query), {
    enabled: query !== '',
    // Sources are read and removed meanwhile.
    gcTime: 0,
    staleTime: 0,
    trpc: silent,
  });
}

/** Leaves a passage out of answers, or lets them use it again. A failure shows as a toast. */
export async function setExcluded(
  datasetId: string,
  query: string,
  { passage, excluded }: FoundPassage,
): Promise<void> {
  await api.retrieval.exclude.mutate({ datasetId, ...passage, excluded: !excluded });
  cached.retrieval.search.setData(
    inputOf(datasetId, query),
    (held) => held && { ...held, passages: held.passages.map((each) => toggled(each, passage)) },
  );
}

function toggled(each: FoundPassage, { extractionId, n }: FoundPassage['passage']): FoundPassage {
  const isIt = each.passage.extractionId === extractionId && each.passage.n === n;
  return isIt ? { ...each, excluded: !each.excluded } : each;
}
