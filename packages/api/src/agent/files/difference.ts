import type { TextHunk } from '@tandem/shared/agent/file';
import { AppError } from '../../core/errors.ts';
import { defineWorker } from '../../core/worker/define-worker.ts';
import { changesBetween, type Entries, type EntryChange, type FileEntry } from './entries.ts';
import { MAX_COMPARED } from './lines.ts';
import type { LinesTask } from './lines.worker.ts';
import type { Reading } from './manifest.ts';
import { readText } from './workspace.ts';

/** Bytes of texts that one comparison reads. */
const MAX_READ = 2 * 1024 * 1024;
/** Files that one comparison shows by line. */
const MAX_FILES = 100;

/** How a file differs between two states. */
export interface FileDifference extends EntryChange {
  kind: 'added' | 'changed' | 'deleted';
  /** Null for what is no text, or too much of it to compare. */
  hunks: TextHunk[] | null;
}

const compare = defineWorker<LinesTask, (TextHunk[] | null)[]>({
  file: new URL('./lines.worker.ts', import.meta.url),
  timeMs: 15_000,
  memoryMb: 256,
  tooMuch: (failure) => new AppError('comparisonTooLarge', {}, failure),
});

/** The files that differ between two states, without their content. */
export function filesThatDiffer(before: Entries, after: Entries): Omit<FileDifference, 'hunks'>[] {
  return changesBetween(before, after).map((change) => ({
    ...change,
    kind: change.before === null ? 'added' : change.after === null ? 'deleted' : 'changed',
  }));
}

/**
 * Compares the texts of changed files by line, in a process that can be killed; the first of them, so that the whole is
 * bounded.
 * @param asking the person it is done for
 * @throws AppError `comparisonTooLarge`, `unavailable` when too many comparisons of theirs wait; the signal's reason
 */
export async function withHunks(
  reading: Pick<Reading, 'platform'>,
  differences: readonly Omit<FileDifference, 'hunks'>[],
  { userId, signal }: { userId: number; signal?: AbortSignal | undefined },
): Promise<FileDifference[]> {
  const shown = new Map<string, number>();
  let room = MAX_READ;
  for (const { path, before, after } of differences) {
    const size = (before?.size ?? 0) + (after?.size ?? 0);
    // A character is a byte at least.
    if (size > MAX_COMPARED * 4 || size > room) continue;
    room -= size;
    shown.set(path, shown.size);
    if (shown.size === MAX_FILES) break;
  }
  const read = async () => {
    const pairs: LinesTask['pairs'][number][] = [];
    for (const { path, before, after } of differences)
      if (shown.has(path)) pairs.push([await textOf(reading, before), await textOf(reading, after)]);
    return { pairs };
  };
  const hunks = shown.size === 0 ? [] : await compare(read, { owner: userId, signal });
  return differences.map((difference) => {
    const index = shown.get(difference.path);
    return { ...difference, hunks: index === undefined ? null : (hunks[index] ?? null) };
  });
}

async function textOf(reading: Pick<Reading, 'platform'>, entry: FileEntry | null): Promise<string | null> {
  return entry ? readText(reading, entry) : '';
}
