import type { AddDocuments, Source } from '@tandem/shared/dataset/source';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { readChannels } from '../../workspace/channel/list.ts';
import { type ChangedDataset, changeSources } from './change.ts';
import { enqueueFetch } from './fetched.ts';
import { assertFolder, assertRoomFor } from './folder.ts';
import { readSources } from './list.ts';
import { findSame, insertSources } from './source.repo.ts';

/**
 * Adds documents that the caller may view. They are followed as they change, and stay hidden from readers of the
 * dataset who may not view them. A document that is there already is returned as it is.
 * @throws AppError `notFound` for one that is no document of the team or hidden from the caller; `datasetFull`
 */
export async function addDocuments(
  ctx: UserContext,
  dataset: ChangedDataset,
  { parentId = null, documentIds }: AddDocuments,
): Promise<Source[]> {
  const creatorId = ctx.actor.userId;
  const ids = await changeSources(ctx, dataset, async (tx, revision) => {
    const documents = new Map(
      (await readChannels(tx, ctx.actor, documentIds))
        .filter(({ kind, teamId }) => kind === 'document' && teamId === dataset.teamId)
        .map((channel) => [channel.id, channel]),
    );
    if (documentIds.some((id) => !documents.has(id))) throw new AppError('notFound');
    const same = await findSame(tx, dataset.id, { documentIds });
    const sourceOf = new Map(same.map(({ id, documentId }) => [documentId, id]));
    const fresh = [...documents.values()].filter(({ id }) => !sourceOf.has(id));
    await assertFolder(tx, dataset.id, parentId);
    await assertRoomFor(tx, dataset.id, fresh.length);
    const rows = fresh.map(({ id, name }) => ({
      ...{ teamId: dataset.teamId, datasetId: dataset.id, parentId, kind: 'document' as const },
      ...{ name, documentId: id, creatorId, revision },
    }));
    const made = rows.length > 0 ? await insertSources(tx, rows) : [];
    for (const [at, { id }] of fresh.entries()) {
      sourceOf.set(id, made[at] as string);
      await enqueueFetch(tx, ctx.platform, { id: made[at] as string, creatorId });
    }
    return { result: documentIds.map((id) => sourceOf.get(id) as string) };
  });
  return readSources(ctx.db, ctx.actor, dataset.id, ids);
}
