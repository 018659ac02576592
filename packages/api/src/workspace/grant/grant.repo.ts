import type { Db } from '@tandem/db';
import { levelRank } from '@tandem/shared/access/permissions';
import type { TeamRole } from '@tandem/shared/team/schema';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { nameKey } from '../../core/names.ts';
import type { LoadedTarget } from './target.ts';

/** A grant on a target or above it. */
export interface PathGrant {
  targetId: string;
  level: number;
  granterId: number | null;
}

/** An active member with access to a target, and every grant that applies. */
export interface ReachRow {
  id: number;
  name: string;
  avatar: string;
  email: string;
  role: TeamRole;
  rank: number;
  grants: PathGrant[];
  /** Whether any grant applies; these come first. */
  granted: boolean;
  /** Sort key of the list. */
  sortName: string;
}

/** Position before a page. */
export interface ReachCursor {
  granted: boolean;
  sortName: string;
  id: number;
}

interface ReachOptions {
  /** Restricts the list to these people. */
  userIds?: readonly number[] | undefined;
  after?: ReachCursor | null;
  limit?: number;
}

/** People with access to a target, those with a grant first, then by name: one query, however many. */
export async function peopleOf(
  db: Db,
  { teamId, path, teamLevel }: Pick<LoadedTarget, 'teamId' | 'path' | 'teamLevel'>,
  { userIds, after, limit = 1_000 }: ReachOptions = {},
): Promise<ReachRow[]> {
  const only = userIds ? sql`and "member"."userId" = any(${userIds}::int[])` : sql``;
  const { rows } = await sql<ReachRow>`
    with "reach" as (
      select "user"."id", "user"."name", "user"."avatar", "user"."email", "member"."role",
        ${nameKey('user')} as "sortName",
        bool_or("grant"."targetId" is not null) as "granted",
        greatest(
          case when "member"."role" = 'guest' then 0 else ${teamLevel}::integer end, coalesce(max("grant"."level"), 0)
        ) as "rank",
        coalesce(
          json_agg(json_build_object(
            'targetId', "grant"."targetId", 'level', "grant"."level", 'granterId', "grant"."granterId"
          )) filter (where "grant"."targetId" is not null),
          '[]'
        ) as "grants"
      from "member"
      join "user" on "user"."id" = "member"."userId"
      left join "grant" on "grant"."userId" = "member"."userId" and "grant"."teamId" = "member"."teamId"
        and "grant"."targetId" = any(${path}::uuid[])
      where "member"."teamId" = ${teamId} and "member"."suspendedAt" is null ${only}
      group by "user"."id", "member"."role"
    )
    select * from "reach"
    where "rank" > 0 ${after ? sql`and ${behind(after)}` : sql``}
    order by "granted" desc, "sortName", "id"
    limit ${limit}`.execute(db);
  return rows;
}

function behind({ granted, sortName, id }: ReachCursor): RawBuilder<SqlBool> {
  return sql<SqlBool>`(not "granted", "sortName", "id") > (${!granted}::boolean, ${sortName}::text, ${id}::integer)`;
}

/** Whether an active member manages a target. */
export async function isManaged(
  tx: Db,
  { teamId, path, teamLevel }: Pick<LoadedTarget, 'teamId' | 'path' | 'teamLevel'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "member"
    where "member"."teamId" = ${teamId} and "member"."suspendedAt" is null
      and (
        ("member"."role" <> 'guest' and ${teamLevel}::integer >= ${levelRank.manage})
        or exists (
          select from "grant" where "grant"."userId" = "member"."userId" and "grant"."teamId" = "member"."teamId"
            and "grant"."targetId" = any(${path}::uuid[]) and "grant"."level" >= ${levelRank.manage}
        )
      )
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** A node above a target, or itself. */
export interface PathNode {
  id: string;
  name: string;
  creatorId: number;
  teamLevel: number;
  visible: boolean;
}

/** Returns those of these people who are members of a team, including suspended ones. */
export function membersAmong(
  db: Db,
  teamId: string,
  { userIds, emails }: { userIds: readonly number[]; emails: readonly string[] },
): Promise<{ userId: number; email: string; suspendedAt: Date | null }[]> {
  return db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.userId')
    .select(['member.userId', 'user.email', 'member.suspendedAt'])
    .where('member.teamId', '=', teamId)
    .where(
      sql<SqlBool>`("member"."userId" = any(${userIds}::int[]) or "user"."email" = any(${emails}::text[]))`,
    )
    .execute();
}

/** Ranks of these people's grants on a target itself. */
export async function grantsOn(
  tx: Db,
  targetId: string,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('grant')
    .select(['userId', 'level'])
    .where('targetId', '=', targetId)
    .where(sql<SqlBool>`"userId" = any(${userIds}::int[])`)
    .execute();
  return new Map(rows.map(({ userId, level }) => [userId, level]));
}

export interface NewGrant {
  userId: number;
  level: number;
}

/** Sets people's grants on a target. */
export async function upsertGrants(
  tx: Db,
  { teamId, targetId, granterId }: { teamId: string; targetId: string; granterId: number },
  grants: readonly NewGrant[],
): Promise<void> {
  await tx
    .insertInto('grant')
    .values(grants.map((grant) => ({ ...grant, teamId, targetId, granterId })))
    .onConflict((conflict) =>
      conflict.columns(['targetId', 'userId']).doUpdateSet((eb) => ({
        level: eb.ref('excluded.level'),
        granterId: eb.ref('excluded.granterId'),
        teamId: eb.ref('excluded.teamId'),
      })),
    )
    .execute();
}

/**
 * Removes a person's grant on a target.
 * @returns its rank, null when there was none
 */
export async function deleteGrant(tx: Db, targetId: string, userId: number): Promise<number | null> {
  const gone = await tx
    .deleteFrom('grant')
    .where('targetId', '=', targetId)
    .where('userId', '=', userId)
    .returning('level')
    .executeTakeFirst();
  return gone?.level ?? null;
}

/** Removes a person's grants on all channels below a target, including the bin. */
export async function deleteGrantsBelow(tx: Db, targetId: string, userId: number): Promise<void> {
  await sql`
    delete from "grant" using "channel"
    where "grant"."userId" = ${userId} and "grant"."targetId" = "channel"."id"
      and "channel"."accessPath" @> array[${targetId}::uuid]`.execute(tx);
}

/** Whether this app or channel of a team exists outside the bin. */
export async function targetStands(
  tx: Db,
  teamId: string,
  targetId: string,
): Promise<'app' | 'channel' | null> {
  const { rows } = await sql<{ kind: 'app' | 'channel' }>`
    select 'app' as "kind" from "app" where "id" = ${targetId} and "teamId" = ${teamId} and "deletedAt" is null
    union all
    select 'channel' from "channel" where "id" = ${targetId} and "teamId" = ${teamId}`.execute(tx);
  return rows[0]?.kind ?? null;
}
