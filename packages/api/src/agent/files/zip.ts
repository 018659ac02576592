import { AppError } from '../../core/errors.ts';
import { type ArchiveEntry, archiveOf } from '../../document/export/archive.ts';
import { type Entries, type FileEntry, pathsUnder } from './entries.ts';
import type { Reading } from './manifest.ts';
import { validFolder } from './path.ts';
import { readContent } from './workspace.ts';

/**
 * Streams a folder of a workspace as a zip archive; its paths begin below the folder.
 * @param folder '' for the top
 * @throws AppError `invalidInput` for what is no path, `notFound`
 */
export function zipOf(
  reading: Pick<Reading, 'platform'>,
  entries: Entries,
  folder: string,
): AsyncGenerator<Uint8Array> {
  const top = validFolder(folder);
  if (pathsUnder(entries, top).every((path) => path === top)) throw new AppError('notFound');
  return archiveOf(entriesOf(reading, entries, top));
}

/** The files below a folder as entries of an archive, by path. @param top as `validFolder` returns it */
export async function* entriesOf(
  reading: Pick<Reading, 'platform'>,
  entries: Entries,
  top: string,
): AsyncGenerator<ArchiveEntry> {
  const start = top === '' ? 0 : top.length + 1;
  for (const path of pathsUnder(entries, top).sort())
    if (path !== top)
      yield {
        path: path.slice(start),
        content: await readContent(reading, entries.get(path) as FileEntry),
      };
}
