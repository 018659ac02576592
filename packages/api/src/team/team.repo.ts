import type { Db } from '@tandem/db';
import type { TeamRole, TeamUser } from '@tandem/shared/team/schema';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '../access/access.fragments.ts';

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
    .orderBy(sql`lower("user"."name")`)
    .orderBy('user.id');
}

/** Every active member. */
export function allUsers(db: Db, teamId: string): Promise<TeamUser[]> {
  return activeMembers(db, teamId).execute();
}

/** The reader, and the active members who can see a channel that the reader sees. */
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

/** The tree revision of a team, for an active member; null for everyone else. */
export async function treeRevisionOf(db: Db, { userId }: Reader, teamId: string): Promise<number | null> {
  const team = await db
    .selectFrom('team')
    .innerJoin('member', 'member.teamId', 'team.id')
    .select('team.treeRevision')
    .where('team.id', '=', teamId)
    .where('member.userId', '=', userId)
    .where('member.suspendedAt', 'is', null)
    .executeTakeFirst();
  return team?.treeRevision ?? null;
}
