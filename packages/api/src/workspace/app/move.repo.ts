import type { Db } from '@tandem/db';
import type { Sorted } from '@tandem/shared/sort/place';
import { sql } from 'kysely';

export interface PlacedApp extends Sorted {
  spaceId: string;
}

/** Locks the living apps of these spaces, in an order that no two callers can turn against each other. */
export async function lockAppsOfSpaces(tx: Db, spaceIds: readonly string[]): Promise<void> {
  await tx
    .selectFrom('app')
    .select('id')
    .where('spaceId', 'in', spaceIds)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** The living apps of these spaces, in order. */
export function appsOfSpaces(tx: Db, spaceIds: readonly string[]): Promise<PlacedApp[]> {
  return tx
    .selectFrom('app')
    .select(['id', 'sort', 'spaceId'])
    .where('spaceId', 'in', spaceIds)
    .where('deletedAt', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

/** Moves apps to new places, in one statement. */
export async function updateAppPlaces(tx: Db, placed: readonly PlacedApp[], revision: number): Promise<void> {
  const ids = placed.map(({ id }) => id);
  const sorts = placed.map(({ sort }) => sort);
  const spaceIds = placed.map(({ spaceId }) => spaceId);
  await sql`
    update "app" set "sort" = "placed"."sort", "spaceId" = "placed"."spaceId", "revision" = ${revision}
    from unnest(${ids}::uuid[], ${sorts}::text[], ${spaceIds}::uuid[]) as "placed" ("id", "sort", "spaceId")
    where "app"."id" = "placed"."id"`.execute(tx);
}
