import type { SourceProblem } from '@tandem/shared/dataset/source';
import { defineWorker } from '../../../core/worker/define-worker.ts';
import { type ArchiveEntry, ArchiveProblem } from './directory.ts';
import type { UnpackedEntry } from './entry.ts';

const TIME_MS = 30_000;
const MEMORY_MB = 512;

export type ArchiveTask =
  | { kind: 'list'; file: string }
  | { kind: 'unpack'; file: string; entries: readonly ArchiveEntry[] };
export type ArchiveAnswer =
  | { kind: 'listed'; entries: ArchiveEntry[] }
  | { kind: 'unpacked'; files: UnpackedEntry[] }
  | { kind: 'problem'; problem: SourceProblem };

const read = defineWorker<ArchiveTask, ArchiveAnswer>({
  file: new URL('./unpack.worker.ts', import.meta.url),
  timeMs: TIME_MS,
  memoryMb: MEMORY_MB,
  tooMuch: () => new ArchiveProblem('archiveTooLarge'),
});

/**
 * Lists the files of an archive, in a process that can be killed.
 * @throws ArchiveProblem
 */
export async function listArchive(file: string, owner: number): Promise<ArchiveEntry[]> {
  const answer = await ask({ kind: 'list', file }, owner);
  return answer.kind === 'listed' ? answer.entries : [];
}

/**
 * Unpacks some files of an archive, in a process that can be killed.
 * @throws ArchiveProblem
 */
export async function unpackArchive(
  file: string,
  entries: readonly ArchiveEntry[],
  owner: number,
): Promise<UnpackedEntry[]> {
  const answer = await ask({ kind: 'unpack', file, entries }, owner);
  return answer.kind === 'unpacked' ? answer.files : [];
}

async function ask(task: ArchiveTask, owner: number): Promise<ArchiveAnswer> {
  // It may read that one file besides the code.
  const answer = await read(task, { owner, readable: [task.file], niceness: 10 });
  if (answer.kind === 'problem') throw new ArchiveProblem(answer.problem);
  return answer;
}
