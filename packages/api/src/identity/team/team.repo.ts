import type { Db } from '@tandem/db';
import type { TeamPreference, TeamRole, TeamUser } from '@tandem/shared/team/schema';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '../../access/policy/access.fragments.ts';
import { nameKey } from '../../core/names.ts';

/** The role of an active member; null for everyone else. */
export async function activeRole(db: Db, { userId }: Reader, teamId: string): Promise<TeamRole | null> {
  const member = await db
    .selectFrom('member')
    .select('role')
    .where('teamId', '=', teamId)
    .where('userId', '=', userId)
    .where('suspendedAt', 'is', null)
    .executeTakeFirst();
  return member?.role ?? null;
}

/** The role of an active member of the installation's first team; null for everyone else. */
export async function roleInFirstTeam(db: Db, { userId }: Reader): Promise<TeamRole | null> {
  const member = await db
    .selectFrom('member')
    .select('role')
    .where('teamId', '=', (eb) => eb.selectFrom('team').select('id').orderBy('number').limit(1))
    .where('userId', '=', userId)
    .where('suspendedAt', 'is', null)
    .executeTakeFirst();
  return member?.role ?? null;
}

function activeMembers(db: Db, teamId: string) {
  return db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.userId')
    .select(['user.id', 'user.name', 'user.avatar', 'user.email', 'member.role'])
    .where('member.teamId', '=', teamId)
    .where('member.suspendedAt', 'is', null)
    .orderBy(nameKey('user'))
    .orderBy('user.id');
}

/** Returns every active member. */
export function allUsers(db: Db, teamId: string): Promise<TeamUser[]> {
  return activeMembers(db, teamId).execute();
}

/** Returns the reader, and the active members who can see a channel the reader sees. */
export function usersSharingChannelWith(db: Db, reader: Reader, teamId: string): Promise<TeamUser[]> {
  return activeMembers(
    db.with('seen', (qb) =>
      qb
        .selectFrom('channel')
        .select(['accessPath', 'teamLevel'])
        .where('channel.teamId', '=', teamId)
        .where(visibleTo(reader)),
    ) as unknown as Db,
    teamId,
  )
    .where(
      sql<boolean>`(
        "member"."userId" = ${reader.userId}
        or ("member"."role" <> 'guest' and exists (select from "seen" where "seen"."teamLevel" > 0))
        or "member"."userId" in (
          select "grant"."userId" from "seen"
          cross join lateral unnest("seen"."accessPath") as "step" ("id")
          join "grant" on "grant"."targetId" = "step"."id" and "grant"."teamId" = ${teamId}
        )
      )`,
    )
    .execute();
}

/** The tree revision of a team and that of an active member's own access; null for everyone else. */
export async function treeRevisionOf(
  db: Db,
  { userId }: Reader,
  teamId: string,
): Promise<{ treeRevision: number; accessRevision: number } | null> {
  const team = await db
    .selectFrom('team')
    .innerJoin('member', 'member.teamId', 'team.id')
    .select(['team.treeRevision', 'member.accessRevision'])
    .where('team.id', '=', teamId)
    .where('member.userId', '=', userId)
    .where('member.suspendedAt', 'is', null)
    .executeTakeFirst();
  return team ?? null;
}

/** Notes that these members see another tree from a revision on. */
export async function updateAccessRevision(
  tx: Db,
  teamId: string,
  userIds: readonly number[],
  revision: number,
): Promise<void> {
  await tx
    .updateTable('member')
    .set({ accessRevision: revision })
    .where('teamId', '=', teamId)
    .where('userId', 'in', userIds)
    .execute();
}

/**
 * Creates a team without members.
 * @returns its id
 */
export async function insertTeam(tx: Db, name: string): Promise<string> {
  const team = await tx
    .insertInto('team')
    .values({ name, preference: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return team.id;
}

/** Renames a team. */
export async function renameTeamRow(tx: Db, teamId: string, name: string): Promise<void> {
  await tx.updateTable('team').set({ name }).where('id', '=', teamId).execute();
}

/** Makes a team the one in which a person's next session starts. */
export async function setCurrentTeam(tx: Db, userId: number, teamId: string): Promise<void> {
  await tx.updateTable('user').set({ currentTeamId: teamId }).where('id', '=', userId).execute();
}

/** Returns everyone in a team, including suspended people. */
export async function memberIds(db: Db, teamId: string): Promise<number[]> {
  const rows = await db.selectFrom('member').select('userId').where('teamId', '=', teamId).execute();
  return rows.map(({ userId }) => userId);
}

/** A team's stored choices, to be parsed. */
export async function preferenceOf(db: Db, teamId: string): Promise<Partial<TeamPreference>> {
  const team = await db
    .selectFrom('team')
    .select('preference')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
  return team.preference;
}

/** The same, held until the transaction ends. */
export async function lockPreference(tx: Db, teamId: string): Promise<Partial<TeamPreference>> {
  const team = await tx
    .selectFrom('team')
    .select('preference')
    .where('id', '=', teamId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return team.preference;
}

/** A team's name, picture and stored choices. */
export async function choicesOf(
  db: Db,
  teamId: string,
): Promise<{ name: string; logo: string; preference: Partial<TeamPreference> }> {
  return db
    .selectFrom('team')
    .select(['name', 'logo', 'preference'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
}

/** Replaces a team's picture. */
export async function storeLogo(tx: Db, teamId: string, logo: string): Promise<void> {
  await tx.updateTable('team').set({ logo }).where('id', '=', teamId).execute();
}

/** Replaces a team's stored choices. */
export async function storePreference(tx: Db, teamId: string, preference: TeamPreference): Promise<void> {
  await tx
    .updateTable('team')
    .set({ preference: JSON.stringify(preference) })
    .where('id', '=', teamId)
    .execute();
}
