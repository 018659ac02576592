import { Readable } from 'node:stream';
import type { Db } from '@tandem/db';
import type { SourceProblem } from '@tandem/shared/dataset/source';
import { MAX_FILE_BYTES } from '@tandem/shared/file/schema';
import {
  attachFiles,
  dropUploads,
  type FileRow,
  filesInChannel,
  keepUpload,
  requestExtractions,
} from '../../../content/file/file.service.ts';
import { cleanFileName } from '../../../content/file/name.ts';
import type { UserContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { datasetFor } from '../../dataset/dataset.rules.ts';
import { contentOf } from '../add-files.ts';
import { changeSources } from '../change.ts';
import { findForJob } from '../fetch.repo.ts';
import { assertRoomFor, foldersIn, makeFolders } from '../folder.ts';
import { insertSources } from '../source.repo.ts';
import { findAdded } from './archive.repo.ts';
import { isArchive, isSameArchive, keyOf, type Packed } from './archive.ts';
import type { ArchiveEntry } from './directory.ts';
import { unpackArchive } from './reading.ts';

const NEVER = new AbortController().signal;

/** The archive was removed, stopped or replaced while it was unpacked. */
export class Over extends Error {}

/** A file of an archive: an upload of the person who added the archive, or why there is none. */
interface Taken {
  path: string;
  fileId: string | null;
  problem: SourceProblem | null;
}

/**
 * Unpacks some files of an archive and makes sources of them. Until then they are uploads, which are swept when the
 * server dies between.
 * @throws ArchiveProblem; Over; AppError `notFound`, `forbidden` when the person may no longer change the dataset,
 * `datasetFull`, `treeTooDeep`
 */
export async function takeBatch(
  ctx: UserContext,
  source: Packed,
  file: string,
  entries: readonly ArchiveEntry[],
): Promise<void> {
  const fitting = entries.filter(({ size }) => size <= MAX_FILE_BYTES);
  const taken: Taken[] = entries
    .filter(({ size }) => size > MAX_FILE_BYTES)
    .map(({ path }) => ({ path, fileId: null, problem: 'tooLarge' as const }));
  try {
    const unpacked = fitting.length > 0 ? await unpackArchive(file, fitting, source.creatorId) : [];
    for (const { path, bytes } of unpacked) taken.push(...(await keep(ctx, path, bytes)));
    await addTaken(ctx, source, taken);
  } catch (error) {
    await drop(ctx, taken);
    throw error;
  }
}

/** Stores a file as an upload. Empty ones are left out, as they cannot be uploaded. */
async function keep(ctx: UserContext, path: string, bytes: Uint8Array | null): Promise<Taken[]> {
  if (bytes === null) return [{ path, fileId: null, problem: 'notReadable' }];
  const content = Readable.from([bytes], { objectMode: false });
  const name = nameOf(path);
  try {
    const { id } = await keepUpload(ctx, { name, content, end: async () => {} }, NEVER);
    return [{ path, fileId: id, problem: null }];
  } catch (error) {
    if (error instanceof AppError && error.key === 'fileEmpty') return [];
    if (!(error instanceof AppError) || error.key !== 'imageTooLarge') throw error;
    return [{ path, fileId: null, problem: 'tooLarge' }];
  }
}

/** Makes sources of files that another run has not added meanwhile. */
async function addTaken(ctx: UserContext, source: Packed, all: readonly Taken[]): Promise<void> {
  const { id, datasetId, teamId, creatorId } = source;
  const dataset = { id: datasetId, teamId };
  const unused = await changeSources(ctx, dataset, async (tx, revision) => {
    const current = await findForJob(tx, id);
    if (!isSameArchive(current, source)) throw new Over();
    await datasetFor(tx, ctx.actor, datasetId, 'channel.edit');
    const added = await findAdded(
      tx,
      source,
      all.map(({ path }) => path),
    );
    const fresh = all.filter(({ path }) => !added.has(path));
    const folder = folderName(current.name);
    const folders = await makeFolders(tx, dataset, {
      parentId: current.parentId,
      paths: fresh.map(({ path }) => [folder, ...foldersIn(path)]),
      creatorId,
      revision,
    });
    await assertRoomFor(tx, datasetId, fresh.length);
    const contents = await attach(ctx, tx, dataset, fresh);
    const rows = fresh.map(({ path }, at) => ({
      ...{ teamId, datasetId, parentId: folders[at] ?? null, kind: 'file' as const },
      ...{ creatorId, revision, clientKey: keyOf(source, path) },
      ...contents[at],
      name: nameOf(path),
    }));
    if (rows.length > 0) await insertSources(tx, rows);
    return { result: all.filter((each) => !fresh.includes(each)) };
  });
  await drop(ctx, unused);
}

/** Gives uploads to the dataset and has them read. @returns the columns of their sources, in order */
async function attach(
  ctx: UserContext,
  tx: Db,
  dataset: { id: string; teamId: string },
  taken: readonly Taken[],
) {
  const fileIds = taken.flatMap(({ fileId }) => fileId ?? []);
  await attachFiles(tx, { userId: ctx.actor.userId, channel: dataset, fileIds });
  const files = new Map((await filesInChannel(tx, dataset.id, fileIds)).map((file) => [file.id, file]));
  await requestExtractions(tx, ctx.platform, dataset.id, fileIds, { pictures: true });
  return taken.map(({ fileId, problem }) => {
    if (fileId === null) return { problem };
    const file = files.get(fileId) as FileRow;
    return isArchive(file) ? { ...contentOf(file), problem: 'archiveNested' as const } : contentOf(file);
  });
}

async function drop(ctx: UserContext, taken: readonly Taken[]): Promise<void> {
  await dropUploads(
    ctx.db,
    ctx.actor.userId,
    taken.flatMap(({ fileId }) => fileId ?? []),
  );
}

const nameOf = (path: string) => cleanFileName(path.slice(path.lastIndexOf('/') + 1));

/** The name of an archive without its ending. */
function folderName(name: string): string {
  return foldersIn(`${name.replace(/\.zip$/iu, '')}/`)[0] ?? 'Archive';
}
