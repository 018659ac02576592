import { fileURLToPath } from 'node:url';
import { AppError } from '../core/errors.ts';
import { fairQueue } from '../core/fair-queue.ts';
import { runIsolated } from '../core/isolated.ts';
import { RefusedUpdate } from './document.check.ts';

/** Changes above this are tried elsewhere first, in bytes: a small file can take minutes to be put together. */
export const TRIED_ABOVE_BYTES = 64 * 1024;
const TIME_MS = 4_000;
const MEMORY_MB = 512;
const TRIER = fileURLToPath(new URL('./document.trier.ts', import.meta.url));

export interface Trial {
  state: Uint8Array;
  update: Uint8Array;
}

/** Each is a Node of its own: few at once, the others wait, one person after the other. */
const trials = fairQueue<number>({ atOnce: 2, atOncePerOwner: 1, waitingPerOwner: 4 });

/**
 * Puts a large change together with a document in a process that can be killed.
 * @param userId who made the change
 * @param trial asked when their turn comes, so that what waits holds no document
 * @throws RefusedUpdate `tooCostly` when that takes too long or too much memory, or too much of theirs waits
 */
export async function tryUpdate(userId: number, trial: () => Trial): Promise<void> {
  const tooMuch = () => new RefusedUpdate('tooCostly');
  const work = () => runIsolated<true>(TRIER, trial(), { timeMs: TIME_MS, memoryMb: MEMORY_MB, tooMuch });
  await trials.run(userId, work).catch((err) => {
    throw err instanceof AppError ? tooMuch() : err;
  });
}
