import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The result of work; null when it takes longer, from when on nobody waits for it.
 * @param work is given a signal that tells it to stop then
 */
export async function inTime<T>(
  patienceMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const [late, timer] = [new AbortController(), new AbortController()];
  const working = work(late.signal);
  const waited = sleep(patienceMs, null, { signal: timer.signal, ref: false }).catch(() => null);
  try {
    return await Promise.race([working, waited]);
  } finally {
    timer.abort();
    late.abort();
    working.catch(() => {});
  }
}
