import type { AddPage, Source } from '@tandem/shared/dataset/source';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type ChangedDataset, changeSources } from './change.ts';
import { enqueueFetch } from './fetched.ts';
import { assertFolder, assertRoomFor } from './folder.ts';
import { readSources } from './list.ts';
import { findSame, insertSources } from './source.repo.ts';

/**
 * Adds a web page, or all pages of a sitemap, which are fetched in the background. An address that is there already is
 * returned as it is.
 * @throws AppError `datasetFull`, `notFound` for a parent that is no folder of the dataset
 */
export async function addPage(
  ctx: UserContext,
  dataset: ChangedDataset,
  { parentId = null, url, kind, refreshHours = null }: AddPage,
): Promise<Source> {
  const creatorId = ctx.actor.userId;
  const address = new URL(url);
  address.hash = '';
  const id = await changeSources(ctx, dataset, async (tx, revision) => {
    const [same] = await findSame(tx, dataset.id, { urls: [address.href] });
    if (same) return { result: same.id };
    await assertFolder(tx, dataset.id, parentId);
    await assertRoomFor(tx, dataset.id, 1);
    const name = `${address.host}${address.pathname === '/' ? '' : address.pathname}`.slice(0, 200);
    const place = { teamId: dataset.teamId, datasetId: dataset.id, parentId, kind, name };
    const values = { ...place, url: address.href, refreshHours, creatorId, revision };
    const [made] = await insertSources(tx, [values]);
    await enqueueFetch(tx, ctx.platform, { id: made as string, creatorId });
    return { result: made as string };
  });
  const [source] = await readSources(ctx.db, ctx.actor, dataset.id, [id]);
  if (!source) throw new AppError('notFound');
  return source;
}
