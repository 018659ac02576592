import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import { appLevelFor, type Reader } from '../../access/policy/access.fragments.ts';

/** An app in or out of the bin, with the rank that the reader holds on it. */
export interface KeptApp {
  id: string;
  teamId: string;
  rank: number;
}

/** Returns the app with the reader's level, in the bin or not. */
export async function findKeptApp(db: Db, reader: Reader, appId: string): Promise<KeptApp | null> {
  const found = await db
    .selectFrom('app')
    .select(['id', 'teamId'])
    .select(appLevelFor(reader).as('rank'))
    .where('id', '=', appId)
    .where(appLevelFor(reader), '>', 0)
    .executeTakeFirst();
  return found ?? null;
}

/** Puts an app into the bin; its channels are announced as removed, and keep their own state. */
export async function binApp(tx: Db, appId: string, revision: number): Promise<string[]> {
  await tx
    .updateTable('app')
    .set({ deletedAt: sql<Date>`now()`, revision, hiddenRevision: revision })
    .where('id', '=', appId)
    .execute();
  return touchChannels(tx, appId, revision);
}

/** Restores an app from the bin, into a space of its team. */
export async function unbinApp(
  tx: Db,
  appId: string,
  values: { spaceId: string; revision: number },
): Promise<string[]> {
  await tx
    .updateTable('app')
    .set({ ...values, deletedAt: null })
    .where('id', '=', appId)
    .execute();
  return touchChannels(tx, appId, values.revision);
}

async function touchChannels(tx: Db, appId: string, revision: number): Promise<string[]> {
  const rows = await tx
    .updateTable('channel')
    .set({ revision, hiddenRevision: revision })
    .where('appId', '=', appId)
    .where('deletedAt', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the first space of a team, for any reader. */
export async function firstSpaceOf(tx: Db, teamId: string): Promise<string | null> {
  const found = await tx
    .selectFrom('space')
    .select('id')
    .where('teamId', '=', teamId)
    .where('deletedAt', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Deletes an app without channels for good, with its grants. */
export async function deleteApp(tx: Db, appId: string): Promise<void> {
  await tx.deleteFrom('grant').where('targetId', '=', appId).execute();
  await tx.deleteFrom('app').where('id', '=', appId).execute();
}

/** Deletes apps for good, with their grants, that have been in the bin longer than `days` and hold no channel. */
export async function deleteEmptyApps(db: Db, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with "gone" as (
      delete from "app"
      where "deletedAt" < now() - make_interval(days => ${days})
        and not exists (select from "channel" where "channel"."appId" = "app"."id")
      returning "id"
    ), "loose" as (
      delete from "grant" where "targetId" in (select "id" from "gone")
    )
    select count(*)::integer as "count" from "gone"`.execute(db);
  return rows[0]?.count ?? 0;
}
