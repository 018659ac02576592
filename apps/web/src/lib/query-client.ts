import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryClient,
} from '@tanstack/react-query';
import { isUnreachable } from './errors.ts';
import { showLimit } from './failure-toasts.ts';

/**
 * A query invalidated during its first fetch is fetched again. The library lets the first fetch continue,
 * whose response may be from before the change.
 */
class Client extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    if (filters?.refetchType !== 'none' && options?.cancelRefetch !== false) {
      for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
        // Waiters for the first response get the second.
        if (query.state.data === undefined && query.isActive()) void query.cancel({ silent: true });
      }
    }
    return super.invalidateQueries(filters, options);
  }
}

/** The cache of queries, with the defaults that the whole product relies on. */
export function createQueryClient(): QueryClient {
  return new Client({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: true,
        refetchInterval: false,
        staleTime: 0,
        gcTime: 5 * 60_000,
        // A server on this machine or in this network answers without the internet too.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      // The call itself showed its failure; only a true limit is said here, in place of that.
      onError(error) {
        console.error('A change failed', error);
        showLimit(error);
      },
    }),
  });
}

export const queryClient = createQueryClient();

/** Refetches the visible queries that failed only because the server did not answer. */
export function retryUnreached(): void {
  const predicate = ({ state }: { state: { error: unknown } }) => isUnreachable(state.error);
  void queryClient.refetchQueries({ type: 'active', predicate });
}
