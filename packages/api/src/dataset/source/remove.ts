import type { Sources } from '@tandem/shared/dataset/source';
import { dropFiles } from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { type ChangedDataset, changeSources } from './change.ts';
import { deleteSources, findSources } from './source.repo.ts';
import { subtreeOf } from './tree.repo.ts';

/**
 * Removes sources with everything below them and their contents. Citations of them stay and say that they are gone.
 * Sources that are gone already are none to remove.
 */
export async function removeSources(
  ctx: UserContext,
  dataset: ChangedDataset,
  { sourceIds }: Sources,
): Promise<{ removed: string[] }> {
  return changeSources(ctx, dataset, async (tx) => {
    const seen = await findSources(tx, ctx.actor, dataset.id, sourceIds);
    const below = await subtreeOf(
      tx,
      dataset.id,
      seen.map(({ id }) => id),
    );
    const removed = below.map(({ id }) => id);
    await deleteSources(tx, removed);
    // A document's copy is a file of the document's channel.
    for (const [channelId, own] of Map.groupBy(below, (row) => row.documentId ?? dataset.id))
      await dropFiles(
        tx,
        channelId,
        own.flatMap(({ fileId }) => fileId ?? []),
      );
    return { result: { removed }, removed };
  });
}
