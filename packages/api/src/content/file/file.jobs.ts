import { transaction } from '@tandem/db';
import type { JobDefinition } from '../../core/jobs.ts';
import type { Platform } from '../../core/platform.ts';
import { deleteExtractions } from './extraction/extraction.service.ts';
import { deleteForgotten, deleteLeftover, findLeftovers, isContentInUse, lockContent } from './file.repo.ts';
import { lockAgainstKeeping } from './kept.repo.ts';
import { keysOf } from './variants.ts';

/** Hours that an upload waits to be used. */
const WAIT_HOURS = 24;
/** Contents removed by one run. */
const BATCH = 1_000;

/** Deletes unused uploads and avatars, and content that no row uses any more. */
export async function sweepFiles(platform: Platform): Promise<{ forgotten: number; removed: number }> {
  const { db } = platform.database;
  const forgotten = await deleteForgotten(db, WAIT_HOURS);
  let removed = 0;
  for (const hash of await findLeftovers(db, BATCH))
    try {
      if (await removeContent(platform, hash)) removed += 1;
    } catch (err) {
      // A failure does not stop the others; the content is tried again later.
      platform.log.warn({ err, hash }, 'content not removed');
    }
  return { forgotten, removed };
}

/**
 * An upload of the same content stores its row under the same lock: it is either seen here, or stores the
 * content again.
 */
function removeContent({ database, storage }: Platform, hash: string): Promise<boolean> {
  return transaction(database.db, async (tx) => {
    await lockContent(tx, hash);
    await lockAgainstKeeping(tx, hash);
    const isInUse = await isContentInUse(tx, hash);
    if (!isInUse) {
      for (const key of keysOf(hash)) await storage.remove(key);
      await deleteExtractions(tx, hash);
    }
    await deleteLeftover(tx, hash);
    return !isInUse;
  });
}

export const fileJobs: JobDefinition[] = [
  {
    name: 'file.sweep',
    cron: '*/30 * * * *',
    async run(platform) {
      const { forgotten, removed } = await sweepFiles(platform);
      if (forgotten > 0 || removed > 0) platform.log.info({ forgotten, removed }, 'files swept');
    },
  },
];
