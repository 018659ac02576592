import type { MoveSources, Source } from '@tandem/shared/dataset/source';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type ChangedDataset, changeSources } from './change.ts';
import { assertFolder } from './folder.ts';
import { readSources } from './list.ts';
import { findSources, updateSources } from './source.repo.ts';
import { lineOf, subtreeOf } from './tree.repo.ts';

/**
 * Puts sources into a folder of their dataset.
 * @throws AppError `notFound` for a source or folder that is not there, `treeCycle` for a folder below itself,
 * `treeTooDeep`
 */
export async function moveSources(
  ctx: UserContext,
  dataset: ChangedDataset,
  { sourceIds, parentId }: MoveSources,
): Promise<Source[]> {
  await changeSources(ctx, dataset, async (tx, revision) => {
    const seen = await findSources(tx, ctx.actor, dataset.id, sourceIds);
    if (seen.length !== new Set(sourceIds).size) throw new AppError('notFound');
    const below = await subtreeOf(tx, dataset.id, sourceIds);
    await assertFolder(tx, dataset.id, parentId, Math.max(...below.map(({ depth }) => depth)));
    const line = parentId === null ? [] : await lineOf(tx, dataset.id, parentId);
    if (line.some(({ id }) => sourceIds.includes(id))) throw new AppError('treeCycle');
    await updateSources(tx, sourceIds, { parentId, revision });
    return { result: undefined };
  });
  return readSources(ctx.db, ctx.actor, dataset.id, sourceIds);
}
