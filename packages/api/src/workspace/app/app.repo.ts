import type { Db } from '@tandem/db';
import type { AppTable } from '@tandem/db/tables/app';
import { levelOf, levelRank } from '@tandem/shared/access/permissions';
import type { AppType } from '@tandem/shared/app/schema';
import { keyAfter } from '@tandem/shared/sort/place';
import type { Insertable } from 'kysely';
import { appLevelFor, appVisibleTo, type Reader } from '../../access/policy/access.fragments.ts';
import type { LoadedApp } from '../../access/policy/access.rules.ts';
import { withSpelling } from '../../core/names.ts';

/** Returns a team's visible apps, in order; with `since`, those changed after that revision. */
export async function appsOfTeam(db: Db, reader: Reader, teamId: string, since = -1): Promise<LoadedApp[]> {
  const rows = await db
    .selectFrom('app')
    .selectAll('app')
    .select(appLevelFor(reader).as('rank'))
    .where('app.teamId', '=', teamId)
    .where('app.revision', '>', since)
    .where(appVisibleTo(reader))
    .orderBy('app.sort')
    .orderBy('app.id')
    .execute();
  return rows.map(({ rank, ...app }) => ({ ...app, held: levelOf(rank) }));
}

/** The app that this author made with this key, and its team. */
export async function appByClientKey(
  db: Db,
  creatorId: number,
  clientKey: string,
): Promise<{ id: string; teamId: string } | null> {
  const found = await db
    .selectFrom('app')
    .select(['id', 'teamId'])
    .where('creatorId', '=', creatorId)
    .where('clientKey', '=', clientKey)
    .executeTakeFirst();
  return found ?? null;
}

/** Returns an app's type; null when it is gone. */
export async function typeOfApp(db: Db, appId: string): Promise<AppType | null> {
  const found = await db.selectFrom('app').select('type').where('id', '=', appId).executeTakeFirst();
  return found?.type ?? null;
}

/** Whether a space of the team exists. */
export async function spaceStands(tx: Db, teamId: string, spaceId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('space')
    .select('id')
    .where('id', '=', spaceId)
    .where('teamId', '=', teamId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** A key behind every app of the space. */
export async function nextAppSort(db: Db, spaceId: string): Promise<string> {
  return keyAfter(await lastAppSort(db, spaceId));
}

/** Returns the highest sort key of a space's apps; null for none. */
export async function lastAppSort(db: Db, spaceId: string): Promise<string | null> {
  const last = await db
    .selectFrom('app')
    .select('sort')
    .where('spaceId', '=', spaceId)
    .orderBy('sort', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.sort ?? null;
}

/**
 * Inserts an app and its creator's grant.
 * @returns its id, or null when the author has already used the key
 */
export async function insertApp(tx: Db, values: Insertable<AppTable>): Promise<string | null> {
  const app = await tx
    .insertInto('app')
    .values(withSpelling(values))
    .onConflict((conflict) => conflict.columns(['creatorId', 'clientKey']).doNothing())
    .returning(['id', 'teamId', 'creatorId'])
    .executeTakeFirst();
  if (!app) return null;
  await tx
    .insertInto('grant')
    .values({ teamId: app.teamId, targetId: app.id, userId: app.creatorId, level: levelRank.manage })
    .execute();
  return app.id;
}

/** Locks an app's row, be it in the bin or not. */
export async function lockKeptApp(
  tx: Db,
  appId: string,
): Promise<{ spaceId: string; deletedAt: Date | null } | undefined> {
  return tx
    .selectFrom('app')
    .select(['spaceId', 'deletedAt'])
    .where('id', '=', appId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Changes an app's name, icon or description. */
export async function updateAppRow(
  tx: Db,
  appId: string,
  values: { name?: string; icon?: string; description?: string; revision: number },
): Promise<void> {
  await tx.updateTable('app').set(withSpelling(values)).where('id', '=', appId).execute();
}
