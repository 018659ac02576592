import type { Db } from '@tandem/db';
import type { SpaceTable } from '@tandem/db/tables/team';
import type { Sorted } from '@tandem/shared/sort/place';
import type { TeamRole } from '@tandem/shared/team/schema';
import { type Insertable, type Selectable, sql } from 'kysely';
import { appVisibleTo, type Reader } from '../../access/policy/access.fragments.ts';

/** A space's row with the reader's role in its team. */
export interface LoadedSpace extends Selectable<SpaceTable> {
  role: TeamRole;
}

/** Selects visible spaces in order: all of the team's, or for guests those with an app of theirs. */
function visibleSpaces(db: Db, reader: Reader) {
  return db
    .selectFrom('space')
    .innerJoin('member', 'member.teamId', 'space.teamId')
    .selectAll('space')
    .select('member.role')
    .where('member.userId', '=', reader.userId)
    .where('member.suspendedAt', 'is', null)
    .where('space.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('member.role', '<>', 'guest'),
        eb.exists(
          eb
            .selectFrom('app')
            .select('app.id')
            .whereRef('app.spaceId', '=', 'space.id')
            .where(appVisibleTo(reader)),
        ),
      ]),
    )
    .orderBy('space.sort')
    .orderBy('space.id');
}

/** Returns a team's visible spaces; with `since`, those changed after that revision. */
export function spacesOfTeam(db: Db, reader: Reader, teamId: string, since = -1): Promise<LoadedSpace[]> {
  return visibleSpaces(db, reader)
    .where('space.teamId', '=', teamId)
    .where('space.revision', '>', since)
    .execute();
}

/** Ids of spaces removed after a revision. */
export async function spacesRemovedSince(db: Db, teamId: string, since: number): Promise<string[]> {
  const rows = await db
    .selectFrom('space')
    .select('id')
    .where('teamId', '=', teamId)
    .where('deletedAt', 'is not', null)
    .where('revision', '>', since)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the space with the reader's role. */
export async function findSpace(db: Db, reader: Reader, spaceId: string): Promise<LoadedSpace | null> {
  return (await visibleSpaces(db, reader).where('space.id', '=', spaceId).executeTakeFirst()) ?? null;
}

/** The first space of a team in the reader's order. */
export async function firstSpace(db: Db, reader: Reader, teamId: string): Promise<LoadedSpace | null> {
  return (
    (await visibleSpaces(db, reader).where('space.teamId', '=', teamId).limit(1).executeTakeFirst()) ?? null
  );
}

/** Ids and keys of a team's spaces, in order. */
export function siblingSpaces(tx: Db, teamId: string): Promise<Sorted[]> {
  return tx
    .selectFrom('space')
    .select(['id', 'sort'])
    .where('teamId', '=', teamId)
    .where('deletedAt', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

export async function insertSpace(tx: Db, values: Insertable<SpaceTable>): Promise<string> {
  const { id } = await tx.insertInto('space').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateSpaceRow(
  tx: Db,
  spaceId: string,
  values: { name?: string; deletedAt?: Date; revision: number },
): Promise<void> {
  await tx.updateTable('space').set(values).where('id', '=', spaceId).execute();
}

/** Sets new sort keys of a team's spaces, in one statement. */
export async function updateSpaceSorts(tx: Db, placed: readonly Sorted[], revision: number): Promise<void> {
  const ids = placed.map(({ id }) => id);
  const sorts = placed.map(({ sort }) => sort);
  await sql`
    update "space" set "sort" = "placed"."sort", "revision" = ${revision}
    from unnest(${ids}::uuid[], ${sorts}::text[]) as "placed" ("id", "sort")
    where "space"."id" = "placed"."id"`.execute(tx);
}

/** Whether a space contains an app outside the bin, for any reader; personal apps are moved instead. */
export async function holdsApps(tx: Db, spaceId: string): Promise<boolean> {
  const app = await tx
    .selectFrom('app')
    .select(sql<number>`1`.as('one'))
    .where('spaceId', '=', spaceId)
    .where('deletedAt', 'is', null)
    .where('personalUserId', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return app !== undefined;
}
