import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, trpc } from './trpc.ts';

interface ApiProviderProps {
  queryClient: QueryClient;
  children: ReactNode;
}

/** Gives components below it the hooks of the typed API, over one cache. */
export function ApiProvider({ queryClient, children }: ApiProviderProps) {
  return (
    <trpc.Provider client={api} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
