import { type Db, transaction } from '@tandem/db';
import {
  formatOf,
  isReading,
  readAgainSlowly,
  requestExtraction,
} from '../../content/file/extraction/extraction.service.ts';
import { type FileRow, filesInChannel } from '../../content/file/file.service.ts';
import { AppError } from '../../core/errors.ts';
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
  const ctx = contextOf(platform);
  if (await isReading(ctx.db)) return;
  for (const { id, datasetId } of await findReadable(ctx.db, BATCH)) {
    // A revision is raised only for what changes.
    if (!(await readableFile(ctx.db, id))) continue;
    await changeSources(ctx, { id: datasetId }, async (tx, revision) => {
      const file = await readableFile(tx, id);
      if (file) await readNow(tx, platform, { id }, { file, revision });
      return { result: undefined };
    });
  }
  const outdated = await findOutdated(ctx.db);
  const [first] = outdated;
  if (!first) return;
  const { hash, format, creatorId: uploaderId } = first;
  const isBegun = await transaction(ctx.db, (tx) =>
    readAgainSlowly(tx, platform, { hash, format, uploaderId }),
  );
  // All that have the content show that it is read.
  if (isBegun) for (const source of outdated) await showChange(platform, source);
}

/** The file of a source that can be read by now; null for any other. */
async function readableFile(db: Db, sourceId: string): Promise<FileRow | null> {
  const source = await findForJob(db, sourceId);
  if (!source?.fileId) return null;
  const [file] = await filesInChannel(db, channelOf(source).id, [source.fileId]);
  return file && isReadable(source, file) ? file : null;
}

/** Has watchers read a source anew; nothing happens when its dataset was deleted meanwhile. */
async function showChange(
  platform: Platform,
  { id, datasetId }: { id: string; datasetId: string },
): Promise<void> {
  const work = changeSources(contextOf(platform), { id: datasetId }, async (tx, revision) => {
    await updateSources(tx, [id], { revision });
    return { result: undefined };
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.key !== 'notFound') throw error;
  });
}
