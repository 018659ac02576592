import type { Source, Sources } from '@tandem/shared/dataset/source';
import { stopExtraction } from '../../content/file/extraction/extraction.service.ts';
import { isContentElsewhere } from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { isWaiting } from './archive/archive.ts';
import { type ChangedDataset, changeSources } from './change.ts';
import { readSources } from './list.ts';
import { findSources, updateSources } from './source.repo.ts';

/**
 * Stops reading sources and unpacking archives; the pages read so far can still be searched, and a retry goes on after them. Content that
 * another source or a message has too is read on.
 */
export async function stopSources(
  ctx: UserContext,
  dataset: ChangedDataset,
  { sourceIds }: Sources,
): Promise<Source[]> {
  await changeSources(ctx, dataset, async (tx, revision) => {
    const rows = await findSources(tx, ctx.actor, dataset.id, sourceIds);
    const fileIds = rows.flatMap(({ fileId }) => fileId ?? []);
    const packed = rows.filter(isWaiting).map(({ id }) => id);
    await updateSources(tx, packed, { problem: 'stopped', revision });
    for (const { id, hash, format, status } of rows) {
      if (hash === null || format === null || (status !== 'queued' && status !== 'reading')) continue;
      if (await isContentElsewhere(tx, hash, fileIds)) continue;
      await stopExtraction(tx, { hash, format });
      await updateSources(tx, [id], { revision });
    }
    return { result: undefined };
  });
  return readSources(ctx.db, ctx.actor, dataset.id, sourceIds);
}
