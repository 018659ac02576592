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
  const paths = pathsUnder(entries, top).filter((path) => path !== top);
  if (paths.length === 0) throw new AppError('notFound');
  const start = top === '' ? 0 : top.length + 1;
  async function* files(): AsyncGenerator<ArchiveEntry> {
    for (const path of paths.sort())
      yield {
        path: path.slice(start),
        content: await readContent(reading, entries.get(path) as FileEntry),
      };
  }
  return archiveOf(files());
}
