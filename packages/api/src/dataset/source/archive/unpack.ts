import type { Db } from '@tandem/db';
import type { SourceProblem } from '@tandem/shared/dataset/source';
import { dropFiles, filesInChannel, withContent } from '../../../content/file/file.service.ts';
import { systemContext, type UserContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import type { Platform } from '../../../core/platform.ts';
import { datasetFor } from '../../dataset/dataset.rules.ts';
import { changeSources } from '../change.ts';
import { findForJob } from '../fetch.repo.ts';
import { assertRoomFor } from '../folder.ts';
import { deleteSources, updateSources } from '../source.repo.ts';
import { findAdded } from './archive.repo.ts';
import { isSameArchive, isWaiting, type Packed, type UnpackJob } from './archive.ts';
import { type ArchiveEntry, ArchiveProblem } from './directory.ts';
import { listArchive } from './reading.ts';
import { Over, takeBatch } from './take.ts';

/** Files, and bytes of them, that are unpacked and then appear at once. */
const BATCH_FILES = 100;
const BATCH_BYTES = 32 * 1024 * 1024;

/**
 * Unpacks an archive into a folder of its name, one source for each file, and then removes the archive. It goes on
 * where an earlier run ended. What cannot be unpacked stays as a failed source that can be retried.
 */
export async function unpackSource(platform: Platform, job: UnpackJob): Promise<void> {
  const source = await findForJob(platform.database.db, job.sourceId);
  if (!source || !isOf(job, source)) return;
  try {
    await unpack(contextOf(platform, source), source);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    await failArchive(platform, source, problem);
  }
}

/** Notes that unpacking was given up for faults of ours, so that people can retry it. */
export async function giveUpUnpacking(platform: Platform, job: UnpackJob): Promise<void> {
  const source = await findForJob(platform.database.db, job.sourceId);
  if (source && isOf(job, source)) await failArchive(platform, source, 'interrupted');
}

/** Whether a source still waits for a job: an archive that replaced the job's has a job of its own. */
function isOf({ fileId }: UnpackJob, source: Packed): boolean {
  return isWaiting(source) && (fileId === undefined || fileId === source.fileId);
}

function contextOf(platform: Platform, { creatorId, teamId }: Packed): UserContext {
  const actor = { kind: 'user', userId: creatorId, sessionId: '', teamId } as const;
  return { ...systemContext(platform, 'unpack'), actor };
}

function problemOf(error: unknown): SourceProblem | 'over' | null {
  if (error instanceof Over) return 'over';
  if (error instanceof ArchiveProblem) return error.problem;
  if (!(error instanceof AppError)) return null;
  if (error.key === 'datasetFull') return 'archiveFull';
  if (error.key === 'treeTooDeep') return 'archiveTooLarge';
  return error.key === 'notFound' || error.key === 'forbidden' ? 'archiveRefused' : null;
}

/** Notes why an archive could not be unpacked, unless it was replaced meanwhile. */
export async function failArchive(
  platform: Platform,
  source: Packed,
  problem: SourceProblem | 'over',
): Promise<void> {
  const { id, datasetId } = source;
  if (problem === 'over') return;
  const db = platform.database.db;
  if (!(await findForJob(db, id))) return;
  await changeSources({ db, platform }, { id: datasetId }, async (tx, revision) => {
    const current = await findForJob(tx, id);
    if (isSameArchive(current, source)) await updateSources(tx, [id], { problem, revision });
    return { result: undefined };
  });
}

async function unpack(ctx: UserContext, source: Packed): Promise<void> {
  const [archive] = await filesInChannel(ctx.db, source.datasetId, [source.fileId as string]);
  if (!archive) throw new ArchiveProblem('archiveBroken');
  await withContent(ctx.platform, archive.hash, async (file) => {
    const entries = await missing(ctx.db, source, await listArchive(file, source.creatorId));
    // Refused as a whole before a part of it is added; judged again with each part.
    await datasetFor(ctx.db, ctx.actor, source.datasetId, 'channel.edit');
    await assertRoomFor(ctx.db, source.datasetId, entries.length);
    for (const batch of batchesOf(entries)) await takeBatch(ctx, source, file, batch);
  });
  await finish(ctx, source);
}

/** Files of an archive that an earlier run did not add. */
async function missing(db: Db, source: Packed, entries: readonly ArchiveEntry[]): Promise<ArchiveEntry[]> {
  const paths = entries.map(({ path }) => path);
  const added = await findAdded(db, source, paths);
  return entries.filter(({ path }) => !added.has(path));
}

function batchesOf(entries: readonly ArchiveEntry[]): ArchiveEntry[][] {
  const batches: ArchiveEntry[][] = [];
  let size = 0;
  for (const entry of entries) {
    const last = batches.at(-1);
    if (!last || last.length >= BATCH_FILES || size + entry.size > BATCH_BYTES) {
      batches.push([entry]);
      size = 0;
    } else last.push(entry);
    size += entry.size;
  }
  return batches;
}

/** Removes the archive, whose files are sources now. */
function finish(ctx: UserContext, source: Packed): Promise<void> {
  const { id, datasetId } = source;
  return changeSources(ctx, { id: datasetId }, async (tx) => {
    const current = await findForJob(tx, id);
    if (!isSameArchive(current, source)) return { result: undefined };
    await deleteSources(tx, [id]);
    await dropFiles(tx, datasetId, [current.fileId as string]);
    return { result: undefined, removed: [id] };
  });
}
