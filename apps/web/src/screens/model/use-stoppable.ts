import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../../lib/errors.ts';

/** Runs one thing at a time that a person may stop; leaving stops it too. */
export function useStoppable(work: (signal: AbortSignal) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      await work(controller.signal);
    } catch (error) {
      // The call itself has shown any other failure.
      if (!isAbort(error) && !controller.signal.aborted) console.warn(error);
    }
    if (running.current === controller) running.current = null;
    setBusy(false);
  }
  return { busy, start, stop: () => running.current?.abort() };
}
