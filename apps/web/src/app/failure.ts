import { create } from 'zustand';
import { isCallFailure } from '../lib/errors.ts';

interface FailureState {
  /** The uncaught error, or null. */
  error: Error | null;
  fail(error: Error): void;
  clear(): void;
}

/** The failure that took the whole page down. */
export const useFailure = create<FailureState>()((set) => ({
  error: null,
  fail: (error) => set((state) => ({ error: state.error ?? error })),
  clear: () => set({ error: null }),
}));

/** Chromium and Firefox report these although nothing is lost: a layout settles in the next frame. */
const HARMLESS = /ResizeObserver loop/;

/** Anything thrown as an Error. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(typeof thrown === 'string' && thrown !== '' ? thrown : `Thrown: ${describe(thrown)}`);
}

function describe(thrown: unknown): string {
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return String(thrown);
  }
}

/** Shows uncaught errors on the error screen. Returns a function that stops it. */
export function watchUnhandled(target: Window): () => void {
  const { fail } = useFailure.getState();
  const onError = (event: ErrorEvent) => {
    if (HARMLESS.test(event.message)) return;
    // Without an error object it came from another origin's script, such as a browser extension's.
    if (event.error !== null && event.error !== undefined) fail(asError(event.error));
  };
  const onRejection = (event: PromiseRejectionEvent) => {
    // The failure of a call was shown already, where calls show theirs.
    if (!isCallFailure(event.reason)) fail(asError(event.reason));
  };
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return () => {
    target.removeEventListener('error', onError);
    target.removeEventListener('unhandledrejection', onRejection);
  };
}
