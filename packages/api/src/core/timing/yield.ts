import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work before yielding. */
const TURN_MS = 10;

/**
 * For long work in many small steps: between them, `if (isDue()) await taken()` yields to the process's other
 * work.
 */
export function pacer(now: () => number = () => performance.now()) {
  let since = now();
  return {
    isDue: () => now() - since > TURN_MS,
    async taken(): Promise<void> {
      await setImmediate();
      since = now();
    },
  };
}
