import { useDebouncedValue } from '@mantine/hooks';
import type { SearchHit, SearchKind } from '@tandem/shared/search/schema';
import { MAX_QUERY } from '@tandem/shared/search/schema';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../lib/trpc.ts';
import type { Filter } from './items.ts';

/** Milliseconds between the last key and the query. */
const PAUSE_MS = 150;
const FEW = 6;
/** Hits per page when one kind is selected. */
const PAGE = 20;

export interface Hits {
  hits: readonly SearchHit[];
  /** Whether the current query has been answered. */
  settled: boolean;
  error: unknown;
  partial: boolean;
  /** Whether the server has more hits of the selected kind. */
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Loads the next page; does nothing while one is loading. */
  loadMore(): void;
  retry(): void;
}

const none: readonly SearchHit[] = [];

/**
 * Queries the server. A new query cancels the older one, whose hits stay until the new ones arrive. With one kind
 * selected, further hits are loaded page by page.
 */
export function useHits(typed: string, filter: Filter): Hits {
  const now = typed.trim().slice(0, MAX_QUERY);
  const [query] = useDebouncedValue(now, PAUSE_MS);
  const isAsked = query !== '' && now !== '' && filter !== 'command';
  const kind: SearchKind | null = filter === 'all' || filter === 'command' ? null : filter;
  const found = useInfiniteQuery({
    queryKey: ['search', 'found', query, kind],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.search.find.query(
        { query, limit: kind ? PAGE : FEW, ...(kind && { kinds: [kind] }), ...(cursor !== '' && { cursor }) },
        { signal, context: { silent: true } },
      ),
    initialPageParam: '',
    getNextPageParam: ({ groups }) => (kind ? groups[0]?.nextCursor : null),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    // A repeated query, for example after deleting a letter, uses the cached answer for this long.
    staleTime: 5_000,
  });
  const { data, error, isPlaceholderData, isFetching, isFetchingNextPage } = found;
  const hits = useMemo(() => {
    const all = data?.pages.flatMap(({ groups }) => groups.flatMap((group) => group.hits)) ?? none;
    // Something renamed between two pages may be on both.
    return [...new Map(all.map((hit) => [keyOf(hit), hit])).values()];
  }, [data]);
  return {
    hits: isAsked ? hits : none,
    settled: now === '' || filter === 'command' || (query === now && !isFetching && !isPlaceholderData),
    error: isAsked && query === now ? error : null,
    partial: isAsked && (data?.pages.some(({ partial }) => partial) ?? false),
    hasMore: isAsked && query === now && !isPlaceholderData && found.hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => {
      if (!isFetching) void found.fetchNextPage();
    },
    retry: () => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch()),
  };
}

/** A source may be found on several pages. */
function keyOf(hit: SearchHit): string {
  return `${hit.kind}:${hit.id}:${hit.kind === 'source' ? (hit.page?.index ?? '') : ''}`;
}
