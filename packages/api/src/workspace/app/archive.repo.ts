import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/**
 * Archives an app, with those of its channels that are not yet archived.
 * @returns ids of those channels; null when the app is archived already
 */
export async function archiveAppRow(tx: Db, appId: string, revision: number): Promise<string[] | null> {
  const { numUpdatedRows } = await tx
    .updateTable('app')
    .set({ archivedAt: sql<Date>`now()`, revision })
    .where('id', '=', appId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  const rows = await tx
    .updateTable('channel')
    .set({ archivedAt: sql<Date>`now()`, revision })
    .where('appId', '=', appId)
    .where('archivedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Unarchives an app, with the channels archived together with it, including those deleted since.
 * @returns ids of those channels; null when the app is not archived
 */
export async function unarchiveAppRow(tx: Db, appId: string, revision: number): Promise<string[] | null> {
  const { rows: channels } = await sql<{ id: string }>`
    update "channel" set "archivedAt" = null, "revision" = ${revision} from "app"
    where "app"."id" = ${appId} and "channel"."appId" = "app"."id" and "channel"."archivedAt" = "app"."archivedAt"
    returning "channel"."id"`.execute(tx);
  const { numUpdatedRows } = await tx
    .updateTable('app')
    .set({ archivedAt: null, revision })
    .where('id', '=', appId)
    .where('archivedAt', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? null : channels.map(({ id }) => id);
}

/** Archives those of these channels that are not, if their app is, so that they leave the archive with it. */
export async function archiveLikeApp(tx: Db, appId: string, channelIds: readonly string[]): Promise<void> {
  await sql`
    update "channel" set "archivedAt" = "app"."archivedAt" from "app"
    where "app"."id" = ${appId} and "app"."archivedAt" is not null and "channel"."id" = any(${channelIds}::uuid[])
      and "channel"."archivedAt" is null`.execute(tx);
}

/** Whether an app is in the archive. */
export async function isAppArchived(db: Db, appId: string): Promise<boolean> {
  const found = await db
    .selectFrom('app')
    .select('id')
    .where('id', '=', appId)
    .where('archivedAt', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** The owner of an app, read under the caller's lock. */
export async function ownerOf(tx: Db, appId: string): Promise<number> {
  const { ownerId, creatorId } = await tx
    .selectFrom('app')
    .select(['ownerId', 'creatorId'])
    .where('id', '=', appId)
    .executeTakeFirstOrThrow();
  return ownerId ?? creatorId;
}

/** Sets an app's owner. */
export async function updateOwner(
  tx: Db,
  appId: string,
  values: { ownerId: number; revision: number },
): Promise<void> {
  await tx.updateTable('app').set(values).where('id', '=', appId).execute();
}
