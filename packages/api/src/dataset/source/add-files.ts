import type { AddFiles, Source } from '@tandem/shared/dataset/source';
import { formatOf } from '../../content/file/extraction/format.ts';
import {
  attachFiles,
  type FileRow,
  filesInChannel,
  requestExtractions,
} from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { enqueueUnpack, isArchive } from './archive/archive.ts';
import { type ChangedDataset, changeSources } from './change.ts';
import { assertRoomFor, foldersIn, makeFolders } from './folder.ts';
import { readSources } from './list.ts';
import { findSame, insertSources } from './source.repo.ts';

/**
 * Adds a person's uploads to a dataset, in the folders that their paths name, and has their text read. Archives are
 * unpacked in the background. A file that an earlier call added is not added again.
 * @returns the sources in the order of the files
 * @throws AppError `notFound` for an upload that is another's, used elsewhere or gone; `datasetFull`, `treeTooDeep`
 */
export async function addFiles(
  ctx: UserContext,
  dataset: ChangedDataset,
  { parentId = null, files }: AddFiles,
): Promise<Source[]> {
  const creatorId = ctx.actor.userId;
  const ids = await changeSources(ctx, dataset, async (tx, revision) => {
    const added = await findSame(tx, dataset.id, { fileIds: files.map(({ fileId }) => fileId) });
    const sourceOf = new Map(added.map(({ id, fileId }) => [fileId, id]));
    const fresh = files.filter(({ fileId }) => !sourceOf.has(fileId));
    const fileIds = fresh.map(({ fileId }) => fileId);
    await attachFiles(tx, { userId: creatorId, channel: dataset, fileIds });
    const rows = new Map((await filesInChannel(tx, dataset.id, fileIds)).map((row) => [row.id, row]));
    const paths = fresh.map(({ path }) => foldersIn(path ?? ''));
    const folders = await makeFolders(tx, dataset, { parentId, paths, creatorId, revision });
    await assertRoomFor(tx, dataset.id, fresh.length);
    const values = fresh.map(({ fileId }, at) => ({
      ...{
        teamId: dataset.teamId,
        datasetId: dataset.id,
        parentId: folders[at] ?? null,
        kind: 'file' as const,
      },
      ...{ creatorId, revision },
      ...contentOrArchive(rows.get(fileId) as FileRow),
    }));
    const made = values.length > 0 ? await insertSources(tx, values) : [];
    for (const [at, { fileId }] of fresh.entries()) {
      const id = made[at] as string;
      sourceOf.set(fileId, id);
      if (isArchive(rows.get(fileId) as FileRow))
        await enqueueUnpack(tx, ctx.platform, { id, fileId, creatorId });
    }
    await requestExtractions(tx, ctx.platform, dataset.id, fileIds, { pictures: true });
    return { result: files.map(({ fileId }) => sourceOf.get(fileId) as string) };
  });
  return readSources(ctx.db, ctx.actor, dataset.id, ids);
}

/** The columns of a source with an uploaded file; an archive has nothing to read itself. */
export function contentOrArchive(file: FileRow) {
  const content = contentOf(file);
  return isArchive(file) ? { ...content, hash: null, problem: null } : content;
}

/** The columns of a source that follow from the file with its content. */
export function contentOf(file: FileRow) {
  const format = formatOf(file);
  return {
    name: file.name,
    fileId: file.id,
    hash: file.hash,
    format,
    problem: format === null ? ('notReadable' as const) : null,
  };
}
