import { perProcess } from '../../../core/per-process.ts';
import type { Platform } from '../../../core/platform.ts';
import { steadyMs } from '../../../core/timing/steady.ts';
import { isDue, type SpaceHead } from './space.repo.ts';

export const SPACE_JOB = 'dataset.space';

/** Milliseconds after which a dataset that is still due is asked for again. */
const AGAIN_AFTER_MS = 5 * 60_000;

/** When this process asked for the space of a dataset. */
const asked = perProcess(() => new Map<string, number>());

/** Has spaces learned that are missing or out of date. @param passages of each dataset */
export async function requestDue(
  platform: Platform,
  passages: ReadonlyMap<string, number>,
  heads: readonly SpaceHead[],
): Promise<void> {
  const recent = asked(platform);
  const now = steadyMs();
  for (const [id, at] of recent) if (now - at > AGAIN_AFTER_MS) recent.delete(id);
  for (const [datasetId, count] of passages) {
    const learned = heads.find((head) => head.datasetId === datasetId)?.passages ?? null;
    if (!isDue(count, learned) || recent.has(datasetId)) continue;
    recent.set(datasetId, now);
    await platform.jobs.enqueue(platform.database.db, SPACE_JOB, { datasetId });
  }
}
