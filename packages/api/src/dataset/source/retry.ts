import type { Db } from '@tandem/db';
import type { Source, Sources } from '@tandem/shared/dataset/source';
import { retryExtraction } from '../../content/file/extraction/extraction.service.ts';
import { filesInChannel } from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import type { Platform } from '../../core/platform.ts';
import { enqueueUnpack, isPacked } from './archive/archive.ts';
import { type ChangedDataset, changeSources } from './change.ts';
import { enqueueFetch } from './fetched.ts';
import { readSources } from './list.ts';
import { isReadable, readNow } from './read-again.ts';
import { presentSource } from './source.presenter.ts';
import { findSources, type SourceRow, updateSources } from './source.repo.ts';

/**
 * Tries failed sources again: pages are fetched, documents copied, and files read and archives unpacked on from where
 * it ended. Pages of files of which an earlier version got no text are read again. Others are left as they are, except
 * that pages are fetched now.
 */
export async function retrySources(
  ctx: UserContext,
  dataset: ChangedDataset,
  { sourceIds }: Sources,
): Promise<Source[]> {
  await changeSources(ctx, dataset, async (tx, revision) => {
    const rows = await findSources(tx, ctx.actor, dataset.id, sourceIds);
    for (const row of rows) await retry(tx, ctx.platform, row, revision);
    return { result: undefined };
  });
  return readSources(ctx.db, ctx.actor, dataset.id, sourceIds);
}

async function retry(tx: Db, platform: Platform, row: SourceRow, revision: number): Promise<void> {
  if (row.url !== null || row.documentId !== null) {
    await updateSources(tx, [row.id], { problem: null, revision });
    await enqueueFetch(tx, platform, row);
  }
  if (row.fileId === null || (row.status !== 'failed' && !presentSource(row).isOutdated)) return;
  if (isPacked(row)) {
    await updateSources(tx, [row.id], { problem: null, revision });
    return enqueueUnpack(tx, platform, row);
  }
  const [file] = await filesInChannel(tx, row.documentId ?? row.datasetId, [row.fileId]);
  if (!file) return;
  if (isReadable(row, file)) return readNow(tx, platform, row, { file, revision });
  await updateSources(tx, [row.id], { revision });
  await retryExtraction(tx, platform, file);
}
