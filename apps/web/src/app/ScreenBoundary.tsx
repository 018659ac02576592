import { type ReactNode, useCallback } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { useLocation } from 'react-router';
import { forgetFailedChunks } from '../lib/chunk.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { asError } from './failure.ts';

/** Contains the failure of one screen; navigating elsewhere clears it. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={Fallback} onReset={forgetFailedChunks} resetKeys={[key]}>
      {children}
    </ErrorBoundary>
  );
}

function Fallback({ error, resetErrorBoundary }: FallbackProps) {
  const retry = useCallback(() => resetErrorBoundary(), [resetErrorBoundary]);
  return <ErrorScreen error={asError(error)} onRetry={retry} />;
}
