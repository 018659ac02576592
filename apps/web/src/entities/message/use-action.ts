import { useCallback, useEffect, useRef, useState } from 'react';
import { describeError } from '../../lib/errors.ts';

interface Action {
  /** Runs one at a time; a second call while one runs is passed over. @returns whether it succeeded */
  run(action: () => Promise<unknown>): Promise<boolean>;
  busy: boolean;
  /** The sentence of the last failure; null when there is none. */
  problem: string | null;
  /** The failure itself. */
  error: unknown;
}

/** Runs a change and holds its failure, to be shown in the place where it was asked for. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const run = useCallback(async (action: () => Promise<unknown>) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setError(null);
    let failure: unknown = null;
    try {
      await action();
    } catch (thrown) {
      failure = thrown;
    }
    running.current = false;
    if (mounted.current) {
      setBusy(false);
      setError(failure);
    }
    return failure === null;
  }, []);

  return { run, busy, problem: error === null ? null : describeError(error), error };
}
