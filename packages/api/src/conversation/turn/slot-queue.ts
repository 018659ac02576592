/** Waiting callers in order, by resource (such as a database) and person. */
const lines = new WeakMap<object, Map<number, (() => void)[]>>();

/**
 * Queues callers of one person in memory: only the first one runs, until it is done. An aborted caller leaves
 * the queue without running.
 */
export async function inQueue(
  at: object,
  { userId, signal }: { userId: number; signal: AbortSignal },
  ask: () => Promise<void>,
): Promise<void> {
  const ofAll = lines.get(at) ?? new Map<number, (() => void)[]>();
  lines.set(at, ofAll);
  const line = ofAll.get(userId) ?? [];
  ofAll.set(userId, line);
  const { promise, resolve } = Promise.withResolvers<void>();
  const turn = () => resolve();
  line.push(turn);
  if (line[0] === turn || signal.aborted) turn();
  signal.addEventListener('abort', turn, { once: true });
  try {
    await promise;
    if (!signal.aborted) await ask();
  } finally {
    signal.removeEventListener('abort', turn);
    const place = line.indexOf(turn);
    line.splice(place, 1);
    if (line.length === 0) ofAll.delete(userId);
    else if (place === 0) line[0]?.();
  }
}
