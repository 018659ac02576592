import type { Source } from '@tandem/shared/dataset/source';
import { sql } from 'kysely';
import {
  attachFiles,
  dropFiles,
  type FileRow,
  filesInChannel,
  requestExtractions,
} from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { contentOrArchive } from './add-files.ts';
import { ARCHIVE_TYPE, enqueueUnpack, isArchive } from './archive/archive.ts';
import { type ChangedDataset, changeSources } from './change.ts';
import { readSource } from './list.ts';
import { findSources, type SourceRow, updateSources } from './source.repo.ts';

/**
 * Gives a file or text another content, from an upload. Citations of the old content say that it changed. A repeated
 * call changes nothing. Only an archive that is not unpacked is replaced by another, which is unpacked in its place.
 * @throws AppError `badRequest` for a folder, page or document; `notFound` for an upload that is another's or gone;
 * `replacedByArchive`
 */
export async function replaceSource(
  ctx: UserContext,
  dataset: ChangedDataset,
  source: SourceRow,
  fileId: string,
): Promise<Source> {
  if (source.kind !== 'file' && source.kind !== 'text') throw new AppError('badRequest');
  await changeSources(ctx, dataset, async (tx, revision) => {
    const [current] = await findSources(tx, ctx.actor, dataset.id, [source.id]);
    if (!current) throw new AppError('notFound');
    if (current.fileId === fileId) return { result: undefined };
    await attachFiles(tx, { userId: ctx.actor.userId, channel: dataset, fileIds: [fileId] });
    const [file] = await filesInChannel(tx, dataset.id, [fileId]);
    const archive = isArchive(file as FileRow);
    // Its files would be many sources, and old citations belong to one of which nothing would be left.
    if (archive && !wasArchive(current)) throw new AppError('replacedByArchive');
    const changed = { kind: 'file' as const, revision, changedAt: sql<Date>`now()` };
    await updateSources(tx, [source.id], { ...contentOrArchive(file as FileRow), ...changed });
    if (current.fileId !== null) await dropFiles(tx, dataset.id, [current.fileId]);
    if (archive) await enqueueUnpack(tx, ctx.platform, { ...source, fileId });
    await requestExtractions(tx, ctx.platform, dataset.id, [fileId], { pictures: true });
    return { result: undefined };
  });
  return readSource(ctx.db, ctx.actor, source);
}

/** Whether a source is an archive that is not unpacked, whatever it was renamed to. */
function wasArchive({ mediaType, format }: SourceRow): boolean {
  return mediaType === ARCHIVE_TYPE && format === null;
}
