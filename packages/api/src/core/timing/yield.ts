import { setImmediate } from 'node:timers/promises';

/** Milliseconds that work may go on before others have their turn. */
const TURN_MS = 10;

/**
 * For long work in many small steps: between them, `if (isDue()) await taken()` lets everything else that the process
 * has to do go first.
 */
export function breath(now: () => number = () => performance.now()) {
  let since = now();
  return {
    isDue: () => now() - since > TURN_MS,
    async taken(): Promise<void> {
      await setImmediate();
      since = now();
    },
  };
}
