import type { Db } from '@tandem/db';
import { levelRank } from '@tandem/shared/access/permissions';
import type { BinnedApp } from '@tandem/shared/app/schema';
import { sql } from 'kysely';
import { appLevelFor, type Reader } from '../access/access.fragments.ts';

/** Longest list of the bin; older ones are found when newer ones are restored or gone. */
const MANY = 500;

/** An app in or out of the bin, with the rank that the reader holds on it. */
export interface KeptApp {
  id: string;
  teamId: string;
  rank: number;
}

/** An app as the reader may have it, be it in the bin or not. */
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

/** The team's deleted apps that the reader may restore, the last deleted first. */
export function binnedApps(db: Db, reader: Reader, teamId: string): Promise<BinnedApp[]> {
  return db
    .selectFrom('app')
    .select(['id', 'type', 'name', 'icon', 'deletedAt'])
    .where('teamId', '=', teamId)
    .where('deletedAt', 'is not', null)
    .where(appLevelFor(reader), '>=', levelRank.manage)
    .orderBy('deletedAt', 'desc')
    .orderBy('id')
    .limit(MANY)
    .$narrowType<{ deletedAt: Date }>()
    .execute();
}

/** Puts an app into the bin; its channels are told as lost, and keep whether they were there already. */
export async function binApp(tx: Db, appId: string, revision: number): Promise<string[]> {
  await tx
    .updateTable('app')
    .set({ deletedAt: sql<Date>`now()`, revision, hiddenRevision: revision })
    .where('id', '=', appId)
    .execute();
  return touchChannels(tx, appId, revision);
}

/** Takes an app out of the bin, into a space of its team. */
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

/** The first space of a team, whoever may see it. */
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
