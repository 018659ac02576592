import type { Db } from '@tandem/db';

/** The version shown for a document whose newest state cannot be read. */
export interface FrozenDocument {
  /** The document's newest change, which is not the one shown. */
  seq: number;
  /** Null when no version of it can be read. */
  versionId: string | null;
}

/** Null when the document is readable or gone. */
export async function findFrozen(db: Db, documentId: string): Promise<FrozenDocument | null> {
  const found = await db
    .selectFrom('document')
    .select(['seq', 'frozenVersionId as versionId'])
    .where('channelId', '=', documentId)
    .where('frozenAt', 'is not', null)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Notes that a document cannot be read as of its change `seq`. Locks its row.
 * @returns whether that was its newest, so that it is noted
 */
export async function noteFrozen(
  tx: Db,
  documentId: string,
  { seq, versionId }: FrozenDocument,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('document')
    .set({ frozenAt: new Date(), frozenVersionId: versionId })
    .where('channelId', '=', documentId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that a document can be read again. Locks its row. @returns whether it was noted to be unreadable */
export async function noteThawed(tx: Db, documentId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('document')
    .set({ frozenAt: null, frozenVersionId: null })
    .where('channelId', '=', documentId)
    .where('frozenAt', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns a version's state as one change in the encoding of Yjs; null when it is gone. */
export async function stateOf(db: Db, versionId: string): Promise<Buffer | null> {
  const found = await db.selectFrom('version').select('state').where('id', '=', versionId).executeTakeFirst();
  return found?.state ?? null;
}
