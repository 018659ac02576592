import type { Dataset } from '@tandem/shared/dataset/schema';
import type { Source } from '@tandem/shared/dataset/source';
import type { DatasetLiveEvent } from '@tandem/shared/live/events';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { cached, trpc } from '../../lib/trpc.ts';
import { changedPages, isOlder, type ListPlace, type SourceChange } from './list.ts';

type Pages = InfiniteData<KeysetPage<Source>, string>;

const listsOf = (datasetId: string): QueryKey => [...getQueryKey(trpc.source.list), datasetId];

/** Under which the folders above each folder are kept. */
export const folderLines: QueryKey = [...getQueryKey(trpc.source.get), 'line'];

/** Under which a list of sources is kept. */
export function listKey(datasetId: string, place: ListPlace): QueryKey {
  return [...listsOf(datasetId), place];
}

/** Replaces a dataset's numbers, unless the ones held are newer. */
export function applyDataset(dataset: Dataset): void {
  cached.dataset.get.setData({ datasetId: dataset.id }, (held) =>
    held && held.revision > dataset.revision ? held : dataset,
  );
}

/** Applies changes of a dataset's sources, by anyone, to all lists that are held. */
export function applySources(datasetId: string, change: SourceChange): void {
  for (const source of change.sources)
    cached.source.get.setData({ sourceId: source.id }, (held) => (isOlder(source, held) ? held : source));
  // Whoever reads one of them, or is in a folder, sees that it is gone.
  for (const sourceId of change.removed) void cached.source.get.reset({ sourceId });
  if (change.removed.length > 0) void queryClient.invalidateQueries({ queryKey: folderLines });
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: listsOf(datasetId) })) {
    // An answer that is under way may have been read before the change.
    if (queryClient.isFetching({ queryKey, exact: true }) > 0) {
      void queryClient.invalidateQueries({ queryKey, exact: true });
      continue;
    }
    const place = queryKey.at(-1) as ListPlace;
    queryClient.setQueryData<Pages>(
      queryKey,
      (held) => held && { ...held, pages: changedPages(held.pages, change, place) },
    );
  }
}

/** Applies what the stream of a dataset tells. */
export function applyDatasetEvent(event: Exclude<DatasetLiveEvent, { type: 'gone' | 'readers' }>): void {
  if (event.type === 'overviews') {
    for (const sourceId of event.sourceIds) void cached.overview.get.invalidate({ sourceId });
    return;
  }
  const { dataset, sources, removed, reset } = event;
  applyDataset(dataset);
  if (reset) {
    void queryClient.invalidateQueries({ queryKey: listsOf(dataset.id) });
    void cached.source.get.invalidate();
    void cached.overview.get.invalidate();
  } else applySources(dataset.id, { sources, removed });
}
