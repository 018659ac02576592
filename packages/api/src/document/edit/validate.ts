import { WorkerFailure } from '../../core/worker/child.ts';
import { defineWorker } from '../../core/worker/define-worker.ts';

/**
 * Maximum milliseconds of processor time for loading a document. Lower than what ends the document thread, so
 * that a document that passes here does not end it there.
 */
export const LOAD_MS = 1_500;
/** The same for the whole call: a large document takes time to be handed over too. */
const TIME_MS = 4_000;
const MEMORY_MB = 512;

export interface Trial {
  updates: readonly Uint8Array[];
}

const trials = defineWorker<Trial, number>({
  file: new URL('./validate.worker.ts', import.meta.url),
  timeMs: TIME_MS,
  memoryMb: MEMORY_MB,
  waitingPerOwner: 50,
  tooMuch: (failure) => failure,
});

/**
 * Whether a document loads from these changes in bounded time and memory, tested in a process that can be
 * killed.
 * @param owner for scheduling
 * @throws AppError `unavailable` when too much of theirs waits
 */
export async function loadsQuickly(updates: readonly Uint8Array[], owner: string): Promise<boolean> {
  try {
    return (await trials({ updates }, { owner })) <= LOAD_MS;
  } catch (error) {
    if (error instanceof WorkerFailure) return false;
    throw error;
  }
}
