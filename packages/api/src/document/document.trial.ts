import { fileURLToPath } from 'node:url';
import fastq from 'fastq';
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

/** Each is a Node of its own: few at once, the others wait. */
const trials = fastq.promise(
  (trial: Trial) =>
    runIsolated<true>(TRIER, trial, {
      timeMs: TIME_MS,
      memoryMb: MEMORY_MB,
      tooMuch: () => new RefusedUpdate('tooCostly'),
    }),
  2,
);

/**
 * Puts a large change together with a document in a process that can be killed.
 * @throws RefusedUpdate `tooCostly` when that takes too long or too much memory
 */
export async function tryUpdate(trial: Trial): Promise<void> {
  await trials.push(trial);
}
