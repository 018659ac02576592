import { fileURLToPath } from 'node:url';
import {
  MAX_ARCHIVE_ENTRIES,
  MAX_IMPORTED_DOCUMENTS,
  MAX_UNPACKED_MEGABYTES,
} from '@tandem/shared/document/import';
import { MAX_FILE_BYTES } from '@tandem/shared/file/schema';
import { AppError } from '../../core/errors.ts';
import { fairQueue } from '../../core/fair-queue.ts';
import { runIsolated } from '../../core/isolated.ts';
import type { Unpacked } from './files.ts';
import type { Plan } from './plan.ts';
import type { ProblemKey } from './problem.ts';
import type { ImportFormat } from './text.ts';

const TIME_MS = 30_000;
const MEMORY_MB = 768;
/** Bytes of files that come over at once. */
const ROOM = 32 * 1024 * 1024;
const READER = fileURLToPath(new URL('./reader.ts', import.meta.url));

export type ReaderTask =
  | { kind: 'plan'; path: string; name: string; format: ImportFormat | 'zip' }
  | { kind: 'unpack'; path: string; paths: readonly string[]; room: number; maxBytes: number };
export type ReaderAnswer =
  | { kind: 'plan'; plan: Plan }
  | { kind: 'unpacked'; unpacked: Unpacked }
  | { kind: 'problem'; key: ProblemKey };

/** Each is a Node of its own: few at once, the others wait, one person after the other. */
const readers = fairQueue<number>({ atOnce: 2, atOncePerOwner: 1, waitingPerOwner: 20 });

/** Who asks, whose turn is waited for, and what ends it early. */
export interface Asking {
  userId: number;
  signal: AbortSignal;
}

async function ask(
  task: ReaderTask,
  { userId, signal }: Asking,
): Promise<Exclude<ReaderAnswer, { kind: 'problem' }>> {
  const answer = await readers.run(userId, () =>
    runIsolated<ReaderAnswer>(READER, task, {
      timeMs: TIME_MS,
      memoryMb: MEMORY_MB,
      signal,
      tooMuch: () => new AppError('documentUnreadable'),
    }),
  );
  if (answer.kind !== 'problem') return answer;
  throw new AppError(answer.key, {
    documents: MAX_IMPORTED_DOCUMENTS,
    files: MAX_ARCHIVE_ENTRIES,
    megabytes: MAX_UNPACKED_MEGABYTES,
  });
}

/**
 * Reads a file that somebody wants to import, in a process that can be killed.
 * @param path of the file, which its owner calls `name`
 * @throws AppError those of `ImportProblem`, `unavailable` when too much of theirs waits; the signal's reason
 */
export async function readPlan(
  file: { path: string; name: string; format: ImportFormat | 'zip' },
  asking: Asking,
): Promise<Plan> {
  const answer = await ask({ kind: 'plan', ...file }, asking);
  if (answer.kind !== 'plan') throw new AppError('internal');
  return answer.plan;
}

/**
 * Files of an archive, some at a time, so that few stand in memory.
 * @throws AppError as `readPlan`, and `archiveTooLarge` when there is too much in all
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
