import type { Db } from '@tandem/db';
import { sourceStatuses } from '@tandem/shared/dataset/source';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { SharedWork } from '../../core/timing/shared-work.ts';
import { countDocuments, countOwn, type DatasetCounts } from './counts.repo.ts';

/** How the sources of a dataset are counted that are the same for all its readers. */
export type CountOwn = (datasetIds: readonly string[]) => Promise<readonly DatasetCounts[]>;

/** Counts of single datasets that are under way in this process. */
const underWay = perProcess(() => new SharedWork<readonly DatasetCounts[]>());

/**
 * Counts the sources of one dataset once for all of this process who ask at the same time, as everyone does who watches
 * it. To be asked outside of transactions.
 */
export function sharedCount(platform: Platform): CountOwn {
  return async (datasetIds) => {
    const shared = underWay(platform);
    const { db } = platform.database;
    const counted = await Promise.all(datasetIds.map((id) => shared.do(id, () => countOwn(db, [id]))));
    return counted.flat();
  };
}

/** Counts the sources of datasets that a reader sees, without folders. */
export async function countsOf(
  db: Db,
  reader: Reader,
  datasetIds: readonly string[],
  own: CountOwn = (ids) => countOwn(db, ids),
): Promise<Map<string, DatasetCounts>> {
  const [documents, others] = await Promise.all([countDocuments(db, reader, datasetIds), own(datasetIds)]);
  const documentsOf = new Map(documents.map((counts) => [counts.id, counts]));
  return new Map(others.map((counts) => [counts.id, sum(counts, documentsOf.get(counts.id))]));
}

function sum(a: DatasetCounts, b: DatasetCounts | undefined): DatasetCounts {
  if (!b) return a;
  const counts = sourceStatuses.map((status) => [status, (a.counts[status] ?? 0) + (b.counts[status] ?? 0)]);
  return {
    id: a.id,
    // The older one: what changed after it is told again.
    revision: Math.min(a.revision, b.revision),
    counts: Object.fromEntries(counts),
    pages: a.pages + b.pages,
    size: a.size + b.size,
  };
}
