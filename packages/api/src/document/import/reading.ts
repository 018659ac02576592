import {
  MAX_ARCHIVE_ENTRIES,
  MAX_IMPORTED_DOCUMENTS,
  MAX_UNPACKED_MEGABYTES,
} from '@tandem/shared/document/import';
import { MAX_FILE_BYTES } from '@tandem/shared/file/schema';
import { AppError } from '../../core/errors.ts';
import { defineWorker } from '../../core/worker/define-worker.ts';
import type { Unpacked } from './files.ts';
import type { Plan, PlannedDocument } from './plan.ts';
import type { ProblemKey } from './problem.ts';
import type { ImportFormat } from './text.ts';

const TIME_MS = 30_000;
const MEMORY_MB = 768;
/** Bytes of files transferred at once. */
const ROOM = 32 * 1024 * 1024;

/** A document of a plan. Its blocks stay JSON until they are written, so that no other thread reads them. */
export interface ReadDocument extends Omit<PlannedDocument, 'blocks'> {
  blocksJson: string;
}

export interface ReadPlan extends Omit<Plan, 'documents'> {
  documents: ReadDocument[];
}

export type ReaderTask =
  | { kind: 'plan'; path: string; name: string; format: ImportFormat | 'zip' }
  | { kind: 'unpack'; path: string; paths: readonly string[]; room: number; maxBytes: number };
export type ReaderAnswer =
  | { kind: 'plan'; plan: ReadPlan }
  | { kind: 'unpacked'; unpacked: Unpacked }
  | { kind: 'problem'; key: ProblemKey };

const read = defineWorker<ReaderTask, ReaderAnswer>({
  file: new URL('./plan.worker.ts', import.meta.url),
  timeMs: TIME_MS,
  memoryMb: MEMORY_MB,
  tooMuch: (failure) => new AppError('documentUnreadable', {}, failure),
});

/** The asker for scheduling, and the signal that cancels the work. */
export interface Asking {
  userId: number;
  signal: AbortSignal;
}

async function ask(
  task: ReaderTask,
  { userId, signal }: Asking,
): Promise<Exclude<ReaderAnswer, { kind: 'problem' }>> {
  // It may read that one file besides the code.
  const answer = await read(task, { owner: userId, signal, readable: [task.path] });
  if (answer.kind !== 'problem') return answer;
  throw new AppError(answer.key, {
    documents: MAX_IMPORTED_DOCUMENTS,
    files: MAX_ARCHIVE_ENTRIES,
    megabytes: MAX_UNPACKED_MEGABYTES,
  });
}

/**
 * Parses a file to import in a process that can be killed.
 * @param path of the file its owner named `name`
 * @throws AppError those of `ImportProblem`, `unavailable` when too much of theirs waits; the signal's reason
 */
export async function readPlan(
  file: { path: string; name: string; format: ImportFormat | 'zip' },
  asking: Asking,
): Promise<ReadPlan> {
  const answer = await ask({ kind: 'plan', ...file }, asking);
  if (answer.kind !== 'plan') throw new AppError('internal');
  return answer.plan;
}

/**
 * Yields files of an archive in batches, so that few are in memory.
 * @throws AppError as `readPlan`, and `archiveTooLarge` when they are too much in total
 */
export async function* unpacking(
  path: string,
  paths: readonly string[],
  asking: Asking,
): AsyncGenerator<Pick<Unpacked, 'files' | 'tooLarge'>> {
  let size = 0;
  for (let rest = paths; rest.length > 0; ) {
    const answer = await ask(
      { kind: 'unpack', path, paths: rest, room: ROOM, maxBytes: MAX_FILE_BYTES },
      asking,
    );
    if (answer.kind !== 'unpacked') throw new AppError('internal');
    const { files, tooLarge } = answer.unpacked;
    for (const { bytes } of files) size += bytes.length;
    if (size > MAX_UNPACKED_MEGABYTES * 1024 * 1024)
      throw new AppError('archiveTooLarge', {
        documents: MAX_IMPORTED_DOCUMENTS,
        files: MAX_ARCHIVE_ENTRIES,
        megabytes: MAX_UNPACKED_MEGABYTES,
      });
    yield { files, tooLarge };
    rest = answer.unpacked.rest;
  }
}
