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
import { contentOf } from './add-files.ts';
import { type ChangedDataset, changeSources } from './change.ts';
import { readSource } from './list.ts';
import { findSources, type SourceRow, updateSources } from './source.repo.ts';

/**
 * Gives a file or text another content, from an upload. Citations of the old content say that it changed. A repeated
 * call changes nothing.
 * @throws AppError `badRequest` for a folder, page or document; `notFound` for an upload that is another's or gone
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
    const changed = { kind: 'file' as const, revision, changedAt: sql<Date>`now()` };
    await updateSources(tx, [source.id], { ...contentOf(file as FileRow), ...changed });
    if (current.fileId !== null) await dropFiles(tx, dataset.id, [current.fileId]);
    await requestExtractions(tx, ctx.platform, dataset.id, [fileId], { pictures: true });
    return { result: undefined };
  });
  return readSource(ctx.db, ctx.actor, source);
}
