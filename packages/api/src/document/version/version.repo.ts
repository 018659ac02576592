import type { Db } from '@tandem/db';
import type { VersionTable } from '@tandem/db/tables/version';
import { type Insertable, type Selectable, sql } from 'kysely';

/** A version without its state, with its creator. */
export interface VersionRow extends Omit<Selectable<VersionTable>, 'state' | 'clientKey'> {
  /** Null for an unknown creator, or a deleted account. */
  authorName: string | null;
  authorAvatar: string | null;
}

/** Minutes between two automatic versions. */
export const SPACING_MINUTES = 10;

/** Place of a version in the list. */
export type VersionPlace = Pick<VersionRow, 'createdAt' | 'id'>;

function versions(db: Db) {
  return db
    .selectFrom('version')
    .leftJoin('user', (join) =>
      join.onRef('user.id', '=', 'version.creatorId').on('user.deletedAt', 'is', null),
    )
    .select(['version.id', 'version.documentId', 'version.cause', 'version.name', 'version.seq'])
    .select(['version.wordCount', 'version.creatorId', 'version.createdAt'])
    .select(['user.name as authorName', 'user.avatar as authorAvatar']);
}

/** Versions of a document, newest first. */
export function versionsPage(
  db: Db,
  documentId: string,
  { before, limit }: { before?: VersionPlace | undefined; limit: number },
): Promise<VersionRow[]> {
  let query = versions(db).where('version.documentId', '=', documentId);
  if (before)
    query = query.where(
      sql<boolean>`("version"."createdAt", "version"."id") < (${before.createdAt}, ${before.id}::uuid)`,
    );
  return query.orderBy('version.createdAt', 'desc').orderBy('version.id', 'desc').limit(limit).execute();
}

/** Versions of a document by their ids, in no order. */
export async function findVersions(
  db: Db,
  documentId: string,
  versionIds: readonly string[],
): Promise<VersionRow[]> {
  if (versionIds.length === 0) return [];
  return versions(db)
    .where('version.documentId', '=', documentId)
    .where('version.id', 'in', versionIds)
    .execute();
}

export async function findVersion(db: Db, versionId: string): Promise<VersionRow | null> {
  const found = await versions(db).where('version.id', '=', versionId).executeTakeFirst();
  return found ?? null;
}

/** Returns the version of a document at this change; null when there is none. */
export async function versionAt(db: Db, documentId: string, seq: number): Promise<string | null> {
  const found = await db
    .selectFrom('version')
    .select('id')
    .where('documentId', '=', documentId)
    .where('seq', '=', seq)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

/**
 * Returns minutes since a version was last kept before this person's program overwrote the document; null for
 * none.
 */
export async function minutesSinceOverwritten(
  db: Db,
  documentId: string,
  creatorId: number | null,
): Promise<number | null> {
  const found = await db
    .selectFrom('version')
    .select(sql<number>`(extract(epoch from clock_timestamp() - "createdAt") / 60)::float8`.as('minutes'))
    .where('documentId', '=', documentId)
    .where('cause', '=', 'overwrite')
    .where('creatorId', 'is not distinct from', creatorId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.minutes ?? null;
}

export async function versionByClientKey(
  db: Db,
  creatorId: number,
  clientKey: string,
): Promise<Pick<VersionRow, 'id' | 'documentId'> | null> {
  const found = await db
    .selectFrom('version')
    .select(['id', 'documentId'])
    .where('creatorId', '=', creatorId)
    .where('clientKey', '=', clientKey)
    .executeTakeFirst();
  return found ?? null;
}

/** @returns the new id, or null when its creator has used the key before */
export async function insertVersion(
  tx: Db,
  { state, ...values }: Omit<Insertable<VersionTable>, 'state'> & { state: Uint8Array },
): Promise<string | null> {
  const made = await tx
    .insertInto('version')
    .values({ ...values, state: Buffer.from(state.buffer, state.byteOffset, state.byteLength) })
    .onConflict((conflict) => conflict.columns(['creatorId', 'clientKey']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** @returns whether it was there */
export async function setVersionName(tx: Db, versionId: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('version')
    .set({ name })
    .where('id', '=', versionId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether it was there */
export async function deleteVersion(tx: Db, versionId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('version').where('id', '=', versionId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether people made or named a version. */
export const isNamed = () => sql<boolean>`("version"."cause" = 'named' or "version"."name" <> '')`;

/** Whether a version is shown in place of an unreadable document. */
export const isShown = () =>
  sql<boolean>`exists (select from "document" where "document"."frozenVersionId" = "version"."id")`;

/** Notes that a version holds all changes up to this one. Locks the document's row. */
export async function noteVersioned(tx: Db, documentId: string, seq: number): Promise<void> {
  await tx
    .updateTable('document')
    .set({ versionedSeq: sql`greatest("versionedSeq", ${seq})` })
    .where('channelId', '=', documentId)
    .execute();
}

/** @returns the next revision of a document's versions; null when it is gone. Locks its row. */
export async function raiseVersionRevision(tx: Db, documentId: string): Promise<number | null> {
  const row = await tx
    .updateTable('document')
    .set({ versionRevision: sql`"versionRevision" + 1` })
    .where('channelId', '=', documentId)
    .returning('versionRevision')
    .executeTakeFirst();
  return row?.versionRevision ?? null;
}

/** The same of several documents, outside of the transaction that changed their versions. */
export async function raiseVersionRevisions(db: Db, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  await db
    .updateTable('document')
    .set({ versionRevision: sql`"versionRevision" + 1` })
    .where('channelId', 'in', documentIds)
    .execute();
}

/** A document that changed and is due for an automatic version. */
export interface DueDocument {
  documentId: string;
  updaterId: number | null;
}

const isDue = () => sql<boolean>`"versionedAt" <= now() - make_interval(mins => ${sql.lit(SPACING_MINUTES)})`;

/** Returns documents due for a version, the longest due first. */
export function dueDocuments(db: Db, limit: number): Promise<DueDocument[]> {
  return (
    db
      .selectFrom('document')
      .select(['channelId as documentId', 'updaterId'])
      .whereRef('seq', '>', 'versionedSeq')
      // Unreadable documents get no versions.
      .where('frozenAt', 'is', null)
      .where(isDue())
      .orderBy('versionedAt')
      .limit(limit)
      .execute()
  );
}

/**
 * Claims a document's state at a change for the transaction.
 * @returns whether nobody else has, so that it must be kept
 */
export async function claimDue(tx: Db, documentId: string, seq: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('document')
    .set({ versionedAt: sql`now()`, versionedSeq: seq })
    .where('channelId', '=', documentId)
    .where('versionedSeq', '<', seq)
    .where(isDue())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Deletes unnamed versions too close to a newer one. Keeps all of the last day; of the last week one per hour
 * and all from before an assistant's change or a restore; of earlier times one per day.
 * @returns the document of each
 */
export async function deleteCrowded(db: Db): Promise<string[]> {
  const { rows } = await sql<{ documentId: string }>`
    with "ranked" as (
      select "id", row_number() over (
        partition by "documentId", case
          when "createdAt" < now() - interval '7 days' then date_trunc('day', "createdAt", 'UTC')::text
          when "cause" in ('automatic', 'overwrite') then 'hour ' || date_trunc('hour', "createdAt", 'UTC')::text
          else "id"::text
        end
        order by "createdAt" desc, "id" desc
      ) as "place"
      from "version" where "createdAt" < now() - interval '1 day' and not ${isNamed()} and not ${isShown()}
    )
    delete from "version" using "ranked" where "version"."id" = "ranked"."id" and "ranked"."place" > 1
    returning "version"."documentId"
  `.execute(db);
  return rows.map(({ documentId }) => documentId);
}
