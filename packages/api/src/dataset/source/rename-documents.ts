import type { Platform } from '../../core/platform.ts';
import { changeSources } from './change.ts';
import { findRenamed } from './fetch.repo.ts';
import { contextOf } from './fetched.ts';
import { updateSources } from './source.repo.ts';

/** Documents that get their new names in one run. */
const BATCH = 500;

/** Gives documents in datasets the names that they have by now, and tells those who watch the datasets. */
export async function renameDocuments(platform: Platform): Promise<void> {
  const renamed = await findRenamed(platform.database.db, BATCH);
  for (const [datasetId, sources] of Map.groupBy(renamed, (source) => source.datasetId))
    await changeSources(contextOf(platform), { id: datasetId }, async (tx, revision) => {
      for (const { id, name } of sources) await updateSources(tx, [id], { name, revision });
      return { result: undefined };
    });
}
