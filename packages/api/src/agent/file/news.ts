import { type AgentFileNews, MAX_FILE_NEWS } from '@tandem/shared/agent/file';
import type { AgentFile } from '@tandem/shared/agent/schema';
import { changesBetween, type Entries, type FileEntry, isSame } from '../files/entries.ts';

/**
 * What became of the files between two states.
 * @param base the files that changes are marked against; null for no marks
 * @returns null for more than is worth telling
 */
export function newsBetween(before: Entries, now: Entries, base: Entries | null): AgentFileNews[] | null {
  const changes = changesBetween(before, now);
  if (changes.length > MAX_FILE_NEWS) return null;
  return changes.map(({ path, after }) => ({
    path,
    file: fileNow(path, after, base?.get(path) ?? null, base),
  }));
}

function fileNow(
  path: string,
  now: FileEntry | null,
  was: FileEntry | null,
  base: Entries | null,
): AgentFile | null {
  const entry = now ?? was;
  if (!entry) return null;
  const change = base === null || isSame(was, now) ? null : !was ? 'added' : now ? 'changed' : 'deleted';
  const { size, modifiedAt } = entry;
  const name = path.split('/').at(-1) ?? '';
  return { ...{ name, path, size, type: 'file', change }, modifiedAt: new Date(modifiedAt) };
}
