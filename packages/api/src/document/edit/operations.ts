import type { ErrorKey } from '@tandem/shared/error/catalogue';
import { AppError } from '../../core/errors.ts';
import { WorkerFailure } from '../../core/worker/child.ts';
import { defineWorker, type WorkerCall } from '../../core/worker/define-worker.ts';
import type { OperationCall, Operations } from './operate.worker.ts';

export type OperationName = keyof Operations;
export type OperationInput<Name extends OperationName> = Parameters<Operations[Name]>[0];
export type OperationOutput<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>;
export type { ChangeResult, KeptChange, StateFacts } from './operate.change.ts';
export type { GivenContent } from './operate.content.ts';
export type { Derivation, Derived } from './operate.read.ts';

/** Processor time of one operation, in milliseconds, where it is not the usual. */
const TIME_MS: Partial<Record<OperationName, number>> = { derive: 30_000, write: 30_000, restore: 30_000 };
const USUAL_TIME_MS = 15_000;
const LONGEST_TIME_MS = 30_000;
const MEMORY_MB = 768;
/** Errors of operations that exceeded their bounds, where they differ from the usual one. */
const REFUSALS: Partial<Record<OperationName, ErrorKey>> = { compare: 'comparisonTooLarge' };

const worker = defineWorker<Omit<OperationCall, 'input'> & { input: unknown }, unknown>({
  file: new URL('./operate.worker.ts', import.meta.url),
  timeMs: LONGEST_TIME_MS,
  memoryMb: MEMORY_MB,
  tooMuch: (failure) => failure,
});

/**
 * Reads, writes, merges or compares documents in a child process that can be killed, however short they are. The
 * operations are the functions of `document.operate.*.ts`.
 * @param input or a function that makes it when the call's turn comes
 * @throws AppError `documentUnreadable` (`comparisonTooLarge` for `compare`) when it takes too much time or memory or
 *   cannot be done, `documentTooLarge`, `unavailable` when too many calls of the owner wait; the signal's reason
 */
export async function runDocumentOperation<Name extends OperationName>(
  name: Name,
  input: OperationInput<Name> | (() => Promise<OperationInput<Name>>),
  { timeMs = TIME_MS[name] ?? USUAL_TIME_MS, ...call }: Omit<WorkerCall, 'readable'>,
): Promise<OperationOutput<Name>> {
  const task = async () => ({ name, input: typeof input === 'function' ? await input() : input });
  try {
    return (await worker(task, { ...call, timeMs })) as OperationOutput<Name>;
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error;
    throw new AppError(REFUSALS[name] ?? 'documentUnreadable', {}, error);
  }
}
