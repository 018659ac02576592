/** By what they ask for, such as a database, and by person: who waits there, in order. */
const lines = new WeakMap<object, Map<number, (() => void)[]>>();

/**
 * Has those of one person wait for each other in memory: only the first in line asks, until it has what it waits for.
 * An aborted caller leaves the line without having asked.
 */
export async function inLine(
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
