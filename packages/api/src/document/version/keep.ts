import { type Db, transaction } from '@tandem/db';
import { MAX_UNNAMED_VERSIONS_MEGABYTES, type VersionCause } from '@tandem/shared/version/schema';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import type { KeptState } from '../compare/state.ts';
import { runDocumentOperation } from '../edit/operations.ts';
import { readToChange } from '../model/state.ts';
import { tellVersions } from './changes.ts';
import { deleteOldest } from './quota.repo.ts';
import {
  claimDue,
  deleteCrowded,
  dueDocuments,
  insertVersion,
  noteVersioned,
  raiseVersionRevisions,
  versionAt,
} from './version.repo.ts';

/** Maximum documents per run; the next run continues. */
const BATCH = 200;

/**
 * Keeps a document's state before a change, inside the transaction of that change: call it from the `store`
 * of `changeDocument`. A kept state is not kept twice.
 * @returns the id of the version with that state
 */
export async function keepVersion(
  tx: Db,
  platform: Platform,
  {
    documentId,
    kept,
    cause,
    userId,
  }: { documentId: string; kept: KeptState; cause: Exclude<VersionCause, 'named'>; userId: number | null },
): Promise<string> {
  const known = await versionAt(tx, documentId, kept.seq);
  if (known !== null) return known;
  await noteVersioned(tx, documentId, kept.seq);
  return insertUnnamed(tx, platform, { documentId, cause, creatorId: userId, ...kept });
}

/**
 * Inserts a version, and deletes the oldest ones beyond the quota. The document's row is locked already.
 * @returns its id
 */
async function insertUnnamed(
  tx: Db,
  platform: Platform,
  values: KeptState & { documentId: string; cause: VersionCause; creatorId: number | null },
): Promise<string> {
  const { documentId } = values;
  const id = await insertVersion(tx, values);
  // Without a key there can be no conflict.
  if (id === null) throw new AppError('conflict');
  const removed = await deleteOldest(tx, documentId, MAX_UNNAMED_VERSIONS_MEGABYTES * 1024 * 1024);
  await tellVersions(tx, platform, documentId, [id, ...removed]);
  return id;
}

/**
 * Returns a document's current state.
 * @param owner for scheduling
 * @throws AppError `notFound` when it is gone, `documentFrozen`, and those of `runDocumentOperation`
 */
export async function currentState(db: Db, documentId: string, owner: string | number): Promise<KeptState> {
  let seq = 0;
  const read = async () => {
    const stored = await readToChange(db, documentId);
    seq = stored.seq;
    return { updates: stored.updates };
  };
  return { ...(await runDocumentOperation('keep', read, { owner })), seq };
}

/**
 * Keeps versions of documents that changed and have had none for ten minutes. Independent of writing, so that
 * nobody waits for it; concurrent processes keep each state once.
 * @returns their number
 */
export async function keepDueVersions(platform: Platform): Promise<number> {
  const { db } = platform.database;
  let count = 0;
  for (const { documentId, updaterId } of await dueDocuments(db, BATCH)) {
    try {
      const kept = await currentState(db, documentId, 'version.keep');
      const isKept = await transaction(db, async (tx) => {
        if (!(await claimDue(tx, documentId, kept.seq))) return false;
        const values = { documentId, cause: 'automatic' as const, creatorId: updaterId, ...kept };
        await insertUnnamed(tx, platform, values);
        return true;
      });
      if (isKept) count += 1;
    } catch (err) {
      // Deleted meanwhile, or unreadable: the others are still kept.
      if (!(err instanceof AppError)) platform.log.warn({ err, documentId }, 'a version was not kept');
    }
  }
  return count;
}

/**
 * Deletes old versions close to others.
 * @returns their number
 */
export async function thinVersions({ database }: Platform): Promise<number> {
  const documentIds = await deleteCrowded(database.db);
  // Separate from the deletion, which would otherwise lock rows in a different order than naming a version
  // does. Not announced by the bus: few of these are being viewed, and their viewers compare revisions.
  await raiseVersionRevisions(database.db, [...new Set(documentIds)]);
  return documentIds.length;
}
