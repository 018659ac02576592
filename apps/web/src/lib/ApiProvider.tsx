import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { api, trpc } from './trpc.ts';

/**
 * Provides the hooks of the typed API, over the surrounding cache. Pages without a session do without:
 * signing in is REST.
 */
export function ApiProvider({ children }: { children: ReactNode }) {
  const queryClient: QueryClient = useQueryClient();
  return (
    <trpc.Provider client={api} queryClient={queryClient}>
      {children}
    </trpc.Provider>
  );
}

/** A component that has the typed API, and all below it. */
export function withApi<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function WithApi(props: Props) {
    return (
      <ApiProvider>
        <Component {...props} />
      </ApiProvider>
    );
  };
}
