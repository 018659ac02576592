import type { AddFolder, Source } from '@tandem/shared/dataset/source';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type ChangedDataset, changeSources } from './change.ts';
import { assertRoomFor, makeFolders } from './folder.ts';
import { readSources } from './list.ts';

/**
 * Makes a folder, or returns the one of that name which is there.
 * @throws AppError `datasetFull`, `treeTooDeep`, `notFound` for a parent that is no folder of the dataset
 */
export async function addFolder(
  ctx: UserContext,
  dataset: ChangedDataset,
  { parentId = null, name }: AddFolder,
): Promise<Source> {
  const id = await changeSources(ctx, dataset, async (tx, revision) => {
    const folders = { parentId, paths: [[name]], creatorId: ctx.actor.userId, revision };
    const [made] = await makeFolders(tx, dataset, folders);
    await assertRoomFor(tx, dataset.id, 0);
    return { result: made as string };
  });
  const [folder] = await readSources(ctx.db, ctx.actor, dataset.id, [id]);
  if (!folder) throw new AppError('notFound');
  return folder;
}
