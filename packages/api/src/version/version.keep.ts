import { type Db, transaction } from '@tandem/db';
import type { VersionCause } from '@tandem/shared/version/schema';
import { breath } from '../core/breath.ts';
import { AppError } from '../core/errors.ts';
import type { Platform } from '../core/platform.ts';
import { readStored } from '../document/document.state.ts';
import {
  claimDue,
  deleteCrowded,
  dueDocuments,
  insertVersion,
  noteVersioned,
  versionAt,
} from './version.repo.ts';
import { type KeptState, keptStateOf } from './version.state.ts';

/** Documents that one run keeps at most; the next run goes on. */
const BATCH = 200;

/**
 * Keeps a state of a document before something changes it, inside the transaction of that change: call it with
 * `keptStateOf(stored)` from within `changeDocument`. A state that was kept already is not kept again.
 * @returns the id of the version that holds it
 */
export async function keepVersion(
  tx: Db,
  {
    documentId,
    kept,
    cause,
    userId,
  }: { documentId: string; kept: KeptState; cause: Exclude<VersionCause, 'named'>; userId: number | null },
): Promise<string> {
  const known = await versionAt(tx, documentId, kept.seq);
  if (known !== null) return known;
  const id = await insertVersion(tx, { documentId, cause, creatorId: userId, ...kept });
  // Without a key there is nothing that it could be in conflict with.
  if (id === null) throw new AppError('conflict');
  await noteVersioned(tx, documentId, kept.seq);
  return id;
}

/**
 * Keeps the states of documents that changed and were not kept for ten minutes. Beside the writing, so that nobody
 * waits for it; however many processes do it, each state is kept once. @returns how many
 */
export async function keepDueVersions(platform: Platform): Promise<number> {
  const { db } = platform.database;
  const { isDue, taken } = breath();
  let count = 0;
  for (const { documentId, updaterId } of await dueDocuments(db, BATCH)) {
    try {
      const kept = keptStateOf(await readStored(db, documentId));
      const isKept = await transaction(db, async (tx) => {
        if (!(await claimDue(tx, documentId, kept.seq))) return false;
        await insertVersion(tx, { documentId, cause: 'automatic', creatorId: updaterId, ...kept });
        return true;
      });
      if (isKept) count += 1;
    } catch (err) {
      // Deleted meanwhile, or unreadable: the others are kept all the same.
      if (!(err instanceof AppError)) platform.log.warn({ err, documentId }, 'a version was not kept');
    }
    if (isDue()) await taken();
  }
  return count;
}

/** Deletes versions of the past that lie close to others. @returns how many */
export function thinVersions({ database }: Platform): Promise<number> {
  return deleteCrowded(database.db);
}
