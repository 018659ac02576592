import { useDebouncedValue } from '@mantine/hooks';
import type { SearchHit, SearchKind } from '@tandem/shared/search/schema';
import { MAX_QUERY } from '@tandem/shared/search/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { trpc } from '../../lib/trpc.ts';
import type { Filter } from './items.ts';

/** The server is asked this long after the last key, in milliseconds. */
const PAUSE_MS = 150;
const FEW = 6;
const MANY = 50;

export interface Hits {
  hits: readonly SearchHit[];
  /** Whether what is asked for now has been answered. */
  settled: boolean;
  error: unknown;
  partial: boolean;
  retry(): void;
}

const none: readonly SearchHit[] = [];

/** What the server finds; an older question is cancelled, and its answer stands until the next one comes. */
export function useHits(typed: string, filter: Filter): Hits {
  const now = typed.trim().slice(0, MAX_QUERY);
  const [query] = useDebouncedValue(now, PAUSE_MS);
  const isAsked = query !== '' && now !== '' && filter !== 'command';
  const kinds: SearchKind[] | undefined = filter === 'all' || filter === 'command' ? undefined : [filter];
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...trpc.search.find.queryOptions(
      { query, limit: filter === 'all' ? FEW : MANY, ...(kinds && { kinds }) },
      { trpc: { abortOnUnmount: true, context: { silent: true } } },
    ),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    // The same question again, as by going back a letter, is answered by what is known for this long.
    staleTime: 5_000,
  });
  return {
    hits: isAsked && data ? data.groups.flatMap(({ hits }) => hits) : none,
    settled: now === '' || filter === 'command' || (query === now && !isFetching && !isPlaceholderData),
    error: isAsked && query === now ? error : null,
    partial: isAsked && (data?.partial ?? false),
    retry: () => void refetch(),
  };
}
