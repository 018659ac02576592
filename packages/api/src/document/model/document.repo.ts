import type { Db } from '@tandem/db';
import type { Person } from '@tandem/shared/user/schema';
import { sql } from 'kysely';
import { AppError } from '../../core/errors.ts';
import { isFrozen } from './frozen.ts';
import { keepBases } from './readings.repo.ts';

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
 * Appends a change; one without a writer, such as a discussion mark, does not count as an edit. Locks the
 * document's row until the end of the transaction, so that numbers follow the order of commits. Null when the
 * document is gone.
 * @throws AppError `documentFrozen` when its newest state cannot be read, so that nothing may depend on it
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
    .where('frozenAt', 'is', null)
    .returning('seq')
    .executeTakeFirst();
  if (!row) {
    if (await isFrozen(tx, documentId)) throw new AppError('documentFrozen');
    return null;
  }
  await tx
    .insertInto('document_update')
    .values({ documentId, seq: row.seq, update: Buffer.from(update), userId })
    .execute();
  return row.seq;
}

/** Returns changes after a number, in order; compacted ones as the one that replaced them. */
export function updatesAfter(db: Db, documentId: string, seq: number): Promise<UpdateRow[]> {
  return db
    .selectFrom('document_update')
    .select(['seq', 'update'])
    .where('documentId', '=', documentId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
}

/** Bytes of all that is stored of a document. */
export async function bytesOf(db: Db, documentId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('document_update')
    .select(sql<number>`coalesce(sum(octet_length("update")), 0)::float8`.as('bytes'))
    .where('documentId', '=', documentId)
    .executeTakeFirstOrThrow();
  return bytes;
}

/**
 * Returns the only change after a number, if it is at most `maxBytes`; null when there is none.
 * @returns 'several' when there are more, or it is larger: those are not read
 */
export async function loneUpdateAfter(
  db: Db,
  documentId: string,
  seq: number,
  maxBytes: number,
): Promise<UpdateRow | 'several' | null> {
  const rows = await db
    .selectFrom('document_update')
    .select('seq')
    .select(
      sql<Buffer | null>`case when octet_length("update") <= ${maxBytes} then "update" end`.as('update'),
    )
    .where('documentId', '=', documentId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(2)
    .execute();
  const [row] = rows;
  if (!row) return null;
  return rows.length > 1 || row.update === null ? 'several' : { seq: row.seq, update: row.update };
}

/** Returns the document's newest number, with its row locked against changes; null when it is gone. */
export async function lockDocument(tx: Db, documentId: string): Promise<number | null> {
  const row = await tx
    .selectFrom('document')
    .select('seq')
    .where('channelId', '=', documentId)
    .forUpdate()
    .executeTakeFirst();
  return row?.seq ?? null;
}

/** Returns the newest numbers of existing documents, and whether each is readable, in one query. */
export function seqsOf(
  db: Db,
  documentIds: readonly string[],
): Promise<{ documentId: string; seq: number; isFrozen: boolean }[]> {
  return db
    .selectFrom('document')
    .select(['channelId as documentId', 'seq', sql<boolean>`"frozenAt" is not null`.as('isFrozen')])
    .where('channelId', 'in', documentIds)
    .execute();
}

/** Returns the next number, for stored changes that are not edits. Its row must be locked. */
export async function takeNumber(tx: Db, documentId: string): Promise<number> {
  const { seq } = await tx
    .updateTable('document')
    .set({ seq: sql`"seq" + 1` })
    .where('channelId', '=', documentId)
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}

/**
 * Replaces all changes by one, under the number of the newest, up to which it must contain exactly these. Its
 * row must be locked.
 */
export async function replaceUpdates(
  tx: Db,
  documentId: string,
  { seq, update }: { seq: number; update: Uint8Array },
): Promise<void> {
  await keepBases(tx, documentId, seq);
  await tx.deleteFrom('document_update').where('documentId', '=', documentId).execute();
  await tx
    .insertInto('document_update')
    .values({ documentId, seq, update: Buffer.from(update), userId: null })
    .execute();
}

/** Replaces a document's empty initial state by its first content, in the transaction that creates it. */
export async function fillUpdates(
  tx: Db,
  documentId: string,
  { state, userId }: { state: Uint8Array; userId: number },
): Promise<void> {
  const seq = await appendUpdate(tx, documentId, { update: state, userId });
  // The initial empty paragraph is not the one of this state.
  if (seq === null) return;
  await tx
    .deleteFrom('document_update')
    .where('documentId', '=', documentId)
    .where('seq', '<', seq)
    .execute();
  // People mentioned in a copy or import were notified at its source.
  await tx.updateTable('document').set({ mentions: null }).where('channelId', '=', documentId).execute();
}

/** The writer, as others see them at their cursor. */
export async function findWriter(db: Db, userId: number): Promise<Person | null> {
  const row = await db
    .selectFrom('user')
    .select(['id', 'name', 'avatar'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}
