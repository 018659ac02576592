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

/** Documents that one run keeps at most; the next run goes on. */
const BATCH = 200;

/**
 * Keeps a state of a document before something changes it, inside the transaction of that change: call it from the
 * `store` of `changeDocument`. A state that was kept already is not kept again.
 * @returns the id of the version that holds it
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

/** Inserts a version, for which the oldest make room. The document's row is locked already. @returns its id */
async function insertUnnamed(
  tx: Db,
  platform: Platform,
  values: KeptState & { documentId: string; cause: VersionCause; creatorId: number | null },
): Promise<string> {
  const { documentId } = values;
  const id = await insertVersion(tx, values);
  // Without a key there is nothing that it could be in conflict with.
  if (id === null) throw new AppError('conflict');
  const removed = await deleteOldest(tx, documentId, MAX_UNNAMED_VERSIONS_MEGABYTES * 1024 * 1024);
  await tellVersions(tx, platform, documentId, [id, ...removed]);
  return id;
}

/**
 * The state of a document as it is now.
 * @param owner whose turn is waited for
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
 * Keeps the states of documents that changed and were not kept for ten minutes. Beside the writing, so that nobody
 * waits for it; however many processes do it, each state is kept once. @returns how many
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
      // Deleted meanwhile, or unreadable: the others are kept all the same.
      if (!(err instanceof AppError)) platform.log.warn({ err, documentId }, 'a version was not kept');
    }
  }
  return count;
}

/** Deletes versions of the past that lie close to others. @returns how many */
export async function thinVersions({ database }: Platform): Promise<number> {
  const documentIds = await deleteCrowded(database.db);
  // Apart from the deletion, which would else lock rows in another order than those who name versions. Nobody is told
  // by the bus: few of them are looked at, and their followers compare.
  await raiseVersionRevisions(database.db, [...new Set(documentIds)]);
  return documentIds.length;
}
