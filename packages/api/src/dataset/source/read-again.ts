import type { Db } from '@tandem/db';
import {
  formatOf,
  isReading,
  readAgainSlowly,
  requestExtraction,
} from '../../content/file/extraction/extraction.service.ts';
import { type FileRow, filesInChannel } from '../../content/file/file.service.ts';
import type { Platform } from '../../core/platform.ts';
import { contentOf } from './add-files.ts';
import { changeSources } from './change.ts';
import { findForJob } from './fetch.repo.ts';
import { channelOf, contextOf } from './fetched.ts';
import { findOutdated, findReadable } from './read-again.repo.ts';
import { type SourceRow, updateSources } from './source.repo.ts';

/** Files that become readable at once. */
const BATCH = 20;

/** Whether a file that could not be read when it was added can be by now. */
export function isReadable(source: Pick<SourceRow, 'format' | 'problem'>, file: FileRow): boolean {
  return source.format === null && source.problem === 'notReadable' && formatOf(file) !== null;
}

/** Has such a file read. */
export async function readNow(
  tx: Db,
  platform: Platform,
  { id }: Pick<SourceRow, 'id'>,
  { file, revision }: { file: FileRow; revision: number },
): Promise<void> {
  const { name: _name, ...content } = contentOf(file);
  await updateSources(tx, [id], { ...content, revision });
  await requestExtraction(tx, platform, file);
}

/**
 * Reads on, one content after the other, what earlier versions got no text of. It begins with nothing while something
 * else is to be read, and what it began gives way.
 */
export async function readOutdated(platform: Platform): Promise<void> {
  const { db } = platform.database;
  if (await isReading(db)) return;
  for (const { id, datasetId } of await findReadable(db, BATCH))
    await changeFile(platform, { id, datasetId }, async (tx, file, revision) => {
      const current = await findForJob(tx, id);
      if (current && isReadable(current, file)) await readNow(tx, platform, { id }, { file, revision });
    });
  // The first has it read, and all of them show it.
  for (const source of await findOutdated(db))
    await changeFile(platform, source, async (tx, file, revision) => {
      await readAgainSlowly(tx, platform, file);
      await updateSources(tx, [source.id], { revision });
    });
}

async function changeFile(
  platform: Platform,
  { id, datasetId }: { id: string; datasetId: string },
  change: (tx: Db, file: FileRow, revision: number) => Promise<void>,
): Promise<void> {
  await changeSources(contextOf(platform), { id: datasetId }, async (tx, revision) => {
    const source = await findForJob(tx, id);
    const fileIds = source?.fileId ? [source.fileId] : [];
    const [file] = source ? await filesInChannel(tx, channelOf(source).id, fileIds) : [];
    if (file) await change(tx, file, revision);
    return { result: undefined };
  });
}
