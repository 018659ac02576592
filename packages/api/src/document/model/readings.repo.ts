import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Maximum stored readings of one document, and bytes of their states after compaction. */
const MAX_READINGS = 16;
const MAX_BASE_BYTES = 32 * 1024 * 1024;
/** Days after which a reading is forgotten. */
const KEPT_DAYS = 7;

/** A session's last known state of a document. */
export interface ReadingRow {
  seq: number;
  isOwn: boolean;
  base: Buffer[] | null;
}

export async function findReading(db: Db, documentId: string, sessionId: string): Promise<ReadingRow | null> {
  const row = await db
    .selectFrom('document_reading')
    .select(['seq', 'isOwn', 'base'])
    .where('documentId', '=', documentId)
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a session has read a document at a change. */
export async function hasRead(
  db: Db,
  documentId: string,
  { sessionId, seq }: { sessionId: string; seq: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('document_reading')
    .select('seq')
    .where('documentId', '=', documentId)
    .where('sessionId', '=', sessionId)
    .where('seq', '=', seq)
    .where('isOwn', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}

/** The state of a document that anybody read at a change, if its changes were compacted since. */
export async function findBase(db: Db, documentId: string, seq: number): Promise<Buffer[] | null> {
  const row = await db
    .selectFrom('document_reading')
    .select('base')
    .where('documentId', '=', documentId)
    .where('seq', '=', seq)
    .where('isOwn', '=', false)
    .where('base', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.base ?? null;
}

/** Returns a document's changes up to one of them, in order; none when they were compacted beyond it. */
export async function updatesUpTo(db: Db, documentId: string, seq: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('document_update')
    .select(['seq', 'update'])
    .where('documentId', '=', documentId)
    .where('seq', '<=', seq)
    .orderBy('seq')
    .execute();
  return rows.at(-1)?.seq === seq ? rows.map(({ update }) => update) : [];
}

/**
 * Prevents compaction until the end of the transaction.
 * @returns whether the document exists
 */
export async function holdUpdates(tx: Db, documentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('document')
    .select('channelId')
    .where('channelId', '=', documentId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores a session's known state of a document. Without `base`, only while the changes up to `seq` are
 * separate from later ones; replaces the document's oldest readings.
 * @returns whether it was stored; not when they are compacted, or the session knows something newer
 */
export async function storeReading(
  tx: Db,
  documentId: string,
  { sessionId, seq, isOwn, base }: ReadingRow & { sessionId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into "document_reading" ("documentId", "sessionId", "seq", "isOwn", "base")
    select ${documentId}::uuid, "id", ${seq}, ${isOwn}, ${base}::bytea[] from "session"
    where "id" = ${sessionId}::uuid and (${base !== null} or exists (
      select from "document_update" where "documentId" = ${documentId}::uuid and "seq" = ${seq}
    ))
    on conflict ("documentId", "sessionId") do update set
      "seq" = excluded."seq", "isOwn" = excluded."isOwn", "base" = excluded."base", "readAt" = now()
    where "document_reading"."seq" <= excluded."seq"
  `.execute(tx);
  await sql`
    delete from "document_reading" where ("documentId", "sessionId") in (
      select "documentId", "sessionId" from "document_reading" where "documentId" = ${documentId}::uuid
      order by "readAt" desc, "sessionId" offset ${MAX_READINGS}
    )
  `.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes a session's reading of a document. */
export async function deleteReading(db: Db, documentId: string, sessionId: string): Promise<void> {
  await db
    .deleteFrom('document_reading')
    .where('documentId', '=', documentId)
    .where('sessionId', '=', sessionId)
    .execute();
}

/** Deletes all readings of a document. */
export async function deleteReadings(tx: Db, documentId: string): Promise<void> {
  await tx.deleteFrom('document_reading').where('documentId', '=', documentId).execute();
}

/**
 * Stores the changes behind a document's readings, which are about to be compacted; deletes the oldest beyond
 * the limit. The document's row must be locked.
 * @param seq the change up to which everything is compacted
 */
export async function keepBases(tx: Db, documentId: string, seq: number): Promise<void> {
  const waiting = await tx
    .selectFrom('document_reading')
    .select('sessionId')
    .where('documentId', '=', documentId)
    .where('base', 'is', null)
    .where('seq', '<', seq)
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return;
  await sql`
    with "sized" as (
      select "sessionId", sum(coalesce(
        (select sum(octet_length("part")) from unnest("base") as "part"),
        (select sum(octet_length("update")) from "document_update"
          where "documentId" = "document_reading"."documentId" and "seq" <= "document_reading"."seq")
      )) over (order by "readAt" desc, "sessionId") as "bytes"
      from "document_reading" where "documentId" = ${documentId}::uuid
    )
    delete from "document_reading" using "sized"
    where "documentId" = ${documentId}::uuid and "document_reading"."sessionId" = "sized"."sessionId"
      and "sized"."bytes" > ${MAX_BASE_BYTES}
  `.execute(tx);
  await sql`
    update "document_reading" set "base" = (
      select array_agg("update" order by "seq") from "document_update"
      where "documentId" = "document_reading"."documentId" and "seq" <= "document_reading"."seq"
    )
    where "documentId" = ${documentId}::uuid and "base" is null and "seq" < ${seq}
  `.execute(tx);
}

/**
 * Deletes old readings.
 * @returns their number
 */
export async function deleteOldReadings(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('document_reading')
    .where('readAt', '<', sql<Date>`now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
