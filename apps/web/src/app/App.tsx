import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { forgetFailedChunks } from '../lib/chunk.ts';
import { queryClient } from '../lib/query-client.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { Loading } from '../ui/page/Loading.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { asError, useFailure } from './failure.ts';
import { LateToaster } from './LateToaster.tsx';

type Router = ReturnType<typeof createBrowserRouter>;

/** The whole page: what surrounds the routes, and the error screen in their place when nobody else caught. */
export function App({ router }: { router: Router }) {
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary FallbackComponent={Fallback} onReset={forgetFailedChunks}>
          <Suspense fallback={<Loading />}>
            <Page router={router} />
            <LateToaster />
          </Suspense>
        </ErrorBoundary>
      </QueryClientProvider>
    </ThemeProvider>
  );
}

function Page({ router }: { router: Router }) {
  const failure = useFailure((state) => state.error);
  const [attempt, setAttempt] = useState(0);
  if (failure) {
    return (
      <ErrorScreen
        error={failure}
        onRetry={() => {
          forgetFailedChunks();
          useFailure.getState().clear();
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  return <RouterProvider key={attempt} router={router} />;
}

function Fallback({ error, resetErrorBoundary }: FallbackProps) {
  return <ErrorScreen error={asError(error)} onRetry={() => resetErrorBoundary()} />;
}
