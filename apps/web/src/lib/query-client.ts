import { MutationCache, QueryClient } from '@tanstack/react-query';
import { isUnreachable } from './errors.ts';
import { showLimit } from './toasts.ts';

/** The cache of queries, with the defaults that the whole product relies on. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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

/** Asks again what is shown and failed only because nothing answered. */
export function retryUnreached(): void {
  const predicate = ({ state }: { state: { error: unknown } }) => isUnreachable(state.error);
  void queryClient.refetchQueries({ type: 'active', predicate });
}
