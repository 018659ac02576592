import type { Db } from '@tandem/db';
import type { Person } from '@tandem/shared/user/schema';
import { sql } from 'kysely';

export interface UpdateRow {
  seq: number;
  update: Buffer;
}

/** Makes the body of a new channel of kind document, with its first change. */
export async function insertDocument(
  tx: Db,
  {
    documentId,
    teamId,
    userId,
    update,
  }: { documentId: string; teamId: string; userId: number; update: Uint8Array },
): Promise<void> {
  await tx
    .insertInto('document')
    .values({ channelId: documentId, teamId, seq: 1, updaterId: userId })
    .execute();
  await tx
    .insertInto('document_update')
    .values({ documentId, seq: 1, update: Buffer.from(update), userId })
    .execute();
}

/**
 * Adds a change; one without a writer, such as a mark of a discussion, is no editing. The document's row is locked until
 * the end of the transaction, so numbers rise in the order of commits. Null when the document is gone.
 */
export async function appendUpdate(
  tx: Db,
  documentId: string,
  { update, userId }: { update: Uint8Array; userId: number | null },
): Promise<number | null> {
  const row = await tx
    .updateTable('document')
    .set({ seq: sql`"seq" + 1`, ...(userId === null ? {} : { updaterId: userId, editedAt: sql`now()` }) })
    .where('channelId', '=', documentId)
    .returning('seq')
    .executeTakeFirst();
  if (!row) return null;
  await tx
    .insertInto('document_update')
    .values({ documentId, seq: row.seq, update: Buffer.from(update), userId })
    .execute();
  return row.seq;
}

/** Changes after a number, in order. Compacted ones come as the one that took their place. */
export function updatesAfter(db: Db, documentId: string, seq: number): Promise<UpdateRow[]> {
  return db
    .selectFrom('document_update')
    .select(['seq', 'update'])
    .where('documentId', '=', documentId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
}

/** The document's newest number, its row locked against changes; null when it is gone. */
export async function lockDocument(tx: Db, documentId: string): Promise<number | null> {
  const row = await tx
    .selectFrom('document')
    .select('seq')
    .where('channelId', '=', documentId)
    .forUpdate()
    .executeTakeFirst();
  return row?.seq ?? null;
}

/** Newest numbers of documents, in one query; those that are gone are left out. */
export function seqsOf(
  db: Db,
  documentIds: readonly string[],
): Promise<{ documentId: string; seq: number }[]> {
  return db
    .selectFrom('document')
    .select(['channelId as documentId', 'seq'])
    .where('channelId', 'in', documentIds)
    .execute();
}

/** Puts one change in the place of all, under the number of the newest. Its row must be locked. */
export async function replaceUpdates(
  tx: Db,
  documentId: string,
  { seq, update }: { seq: number; update: Uint8Array },
): Promise<void> {
  await tx.deleteFrom('document_update').where('documentId', '=', documentId).execute();
  await tx
    .insertInto('document_update')
    .values({ documentId, seq, update: Buffer.from(update), userId: null })
    .execute();
}

/** Who writes, as others see them at their cursor. */
export async function findWriter(db: Db, userId: number): Promise<Person | null> {
  const row = await db
    .selectFrom('user')
    .select(['id', 'name', 'avatar'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}
