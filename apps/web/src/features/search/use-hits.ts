import { useDebouncedValue } from '@mantine/hooks';
import type { SearchHit, SearchKind } from '@tandem/shared/search/schema';
import { MAX_QUERY } from '@tandem/shared/search/schema';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../lib/trpc.ts';
import type { Filter } from './items.ts';

/** The server is asked this long after the last key, in milliseconds. */
const PAUSE_MS = 150;
const FEW = 6;
/** Of one kind, hits of one page. */
const PAGE = 20;

export interface Hits {
  hits: readonly SearchHit[];
  /** Whether what is asked for now has been answered. */
  settled: boolean;
  error: unknown;
  partial: boolean;
  /** Whether the server has more of the one kind that is shown. */
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Asks for what follows; does nothing while that is on its way. */
  loadMore(): void;
  retry(): void;
}

const none: readonly SearchHit[] = [];

/**
 * What the server finds; an older question is cancelled, and its answer stands until the next one comes. One kind alone
 * goes on page by page.
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
    // The same question again, as by going back a letter, is answered by what is known for this long.
    staleTime: 5_000,
  });
  const { data, error, isPlaceholderData, isFetching, isFetchingNextPage } = found;
  const hits = useMemo(() => {
    const all = data?.pages.flatMap(({ groups }) => groups.flatMap((group) => group.hits)) ?? none;
    // What was renamed between two pages may be on both.
    return [...new Map(all.map((hit) => [`${hit.kind}:${hit.id}`, hit])).values()];
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
