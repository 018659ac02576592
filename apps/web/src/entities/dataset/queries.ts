import type { Source } from '@tandem/shared/dataset/source';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback } from 'react';
import { api, cached, trpc } from '../../lib/trpc.ts';
import { folderLines, listKey } from './apply.ts';
import type { ListPlace } from './list.ts';
import { useSourceNames } from './names.ts';

/** Sources asked for at once. */
const PAGE = 100;
/** Pages of text asked for at once. */
const TEXT_PAGES = 20;
const silent = { context: { silent: true } };
/** The live events of the screen keep it up to date. */
const live = { staleTime: Number.POSITIVE_INFINITY } as const;

export function useDataset(datasetId: string) {
  return trpc.dataset.get.useQuery({ datasetId }, { ...live, trpc: silent });
}

/** Sources of a folder or in one state, folders first, as far as they were asked for. */
export function useSources(datasetId: string, place: ListPlace) {
  const named = useSourceNames();
  const select = useCallback(
    (data: InfiniteData<KeysetPage<Source>, string>) => ({
      ...data,
      pages: data.pages.map((page) => ({ ...page, list: page.list.map(named) })),
    }),
    [named],
  );
  return useInfiniteQuery({
    select,
    queryKey: listKey(datasetId, place),
    queryFn: ({ pageParam, signal }) =>
      api.source.list.query(
        { datasetId, ...place, limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) },
        { signal, ...silent },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...live,
  });
}

/** One source. The query fails where the reader does not see it. */
export function useSource(sourceId: string | null) {
  const select = useSourceNames();
  return trpc.source.get.useQuery(
    { sourceId: sourceId ?? '' },
    { ...live, select, enabled: sourceId !== null, retry: false, trpc: silent },
  );
}

/** The folders from the top of a dataset to a folder, that one last; undefined until they are known. */
export function useFolderLine(folderId: string | null) {
  return useQuery({
    queryKey: [...folderLines, folderId],
    async queryFn() {
      const line: Source[] = [];
      for (let id = folderId; id !== null; id = line[0]?.parentId ?? null)
        line.unshift(await cached.source.get.fetch({ sourceId: id }, { trpc: silent }));
      return line;
    },
    enabled: folderId !== null,
  });
}

/** The text of a source, page after page. @param first index of the page with which it begins, from 1 */
export function useSourcePages(sourceId: string, first = 1) {
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.source.pages), sourceId, first],
    queryFn: ({ pageParam, signal }) =>
      api.source.pages.query({ sourceId, after: pageParam, limit: TEXT_PAGES }, { signal, ...silent }),
    initialPageParam: first - 1,
    getNextPageParam: ({ list, done }) => {
      const last = list.at(-1)?.index;
      return last !== undefined && last < done ? last : null;
    },
  });
}
