import { AppError } from '../../../core/errors.ts';
import { defineWorker, type Worker } from '../../../core/worker/define-worker.ts';

/** Milliseconds of processor for one search. */
export const SEARCH_MS = 4_000;
const MEMORY_MB = 384;

/** A text to look at. */
export interface SearchedFile {
  path: string;
  text: string;
}

/** What the child does: choose paths by a glob, or find lines. */
export type SearchTask =
  | { do: 'choose'; glob: string; paths: string[] }
  | {
      do: 'find';
      pattern: string;
      isRegex: boolean;
      ignoresCase: boolean;
      files: SearchedFile[];
      /** Lines that are returned at most. */
      atMost: number;
    };

export type SearchAnswer =
  | { paths: string[] }
  | { found: { path: string; line: number; text: string }[]; isFull: boolean }
  /** Why the pattern is none. */
  | { problem: string };

/**
 * Judges patterns of models in a child that is killed when one takes too long: some take ages on a short text.
 * @throws AppError `unavailable` for those
 */
export const search: Worker<SearchTask, SearchAnswer> = defineWorker<SearchTask, SearchAnswer>({
  file: new URL('./search.worker.ts', import.meta.url),
  timeMs: SEARCH_MS,
  memoryMb: MEMORY_MB,
  tooMuch: (failure) => new AppError('tooLarge', {}, failure),
});
