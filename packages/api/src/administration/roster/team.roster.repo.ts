import type { Db } from '@tandem/db';
import type { SortDirection } from '@tandem/shared/app/administration';
import type { MemberSort, MemberState } from '@tandem/shared/team/roster';
import type { TeamRole } from '@tandem/shared/team/schema';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { nameHolds, nameKey } from '../../core/names.ts';
import { spentBy } from '../../models/usage/fragments.ts';
import type { Pieces } from '../../models/usage/range.ts';

export interface MemberFilters {
  query?: string | undefined;
  role?: TeamRole | undefined;
  state?: MemberState | undefined;
}

interface Team {
  teamId: string;
  /** Where this month's costs are stored. */
  month: Pieces;
}

/** A member as administrators see them. */
export interface RosterRow {
  id: number;
  name: string;
  avatar: string;
  email: string;
  role: TeamRole;
  suspendedAt: Date | null;
  lastSeenAt: Date | null;
  joinedAt: Date;
  sessions: number;
  cost: number;
}

/** The team's members that fit; `named`: with their names. */
function fitting(
  teamId: string,
  { query, role, state }: MemberFilters,
  { counted = sql``, named = false }: { counted?: RawBuilder<unknown> | undefined; named?: boolean } = {},
): RawBuilder<unknown> {
  const conditions = [sql<SqlBool>`"member"."teamId" = ${teamId}`];
  if (role) conditions.push(sql`"member"."role" = ${role}`);
  if (state)
    conditions.push(sql`"member"."suspendedAt" is ${state === 'active' ? sql`null` : sql`not null`}`);
  if (query)
    conditions.push(sql`(
      ${nameHolds('user', query)}
      or position(lower(${query}) in "user"."email") > 0
    )`);
  return sql`"member" ${query || named ? sql`join "user" on "user"."id" = "member"."userId"` : sql``} ${counted}
    where ${sql.join(conditions, sql` and `)}`;
}

const isLive = sql`"session"."revokedAt" is null and "session"."expiresAt" > now()`;

const spent = ({ teamId, month }: Team, only?: readonly number[]) => sql`
  select "key"::integer as "userId", sum("cost"::float8)::bigint as "value"
  from ${spentBy(teamId, 'user', month, only)} group by "key"`;

/** The join and expression to order by; missing values count as 0. */
function rankBy(sort: MemberSort, team: Team): { rank: RawBuilder<unknown>; counted?: RawBuilder<unknown> } {
  const joined = (rows: RawBuilder<unknown>) => ({
    rank: sql`coalesce("counted"."value", 0)`,
    counted: sql`left join (${rows}) as "counted" on "counted"."userId" = "member"."userId"`,
  });
  const ofSessions = (value: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
    select "session"."userId", ${value} as "value" from "session"
    join "member" on "member"."userId" = "session"."userId" and "member"."teamId" = ${team.teamId}
    where ${where} group by 1`;
  switch (sort) {
    case 'name':
      return { rank: nameKey('user') };
    case 'joinedAt':
      return { rank: sql`(extract(epoch from "member"."createdAt") * 1000)::bigint` };
    case 'lastSeenAt':
      return joined(ofSessions(sql`(extract(epoch from max("lastSeenAt")) * 1000)::bigint`, sql`true`));
    case 'sessions':
      return joined(ofSessions(sql`count(*)`, isLive));
    case 'cost':
      return joined(spent(team));
  }
}

/** Returns the ids of a team's matching members, in order, with their sort values. */
export async function orderedMembers(
  db: Db,
  team: Team,
  filters: MemberFilters,
  { sort, direction }: { sort: MemberSort; direction: SortDirection },
  page: { after?: readonly [string | number, number] | undefined; offset?: number; limit: number },
): Promise<{ id: number; rank: string | number }[]> {
  const way = sql.raw(direction);
  const { rank, counted } = rankBy(sort, team);
  const type = sql.raw(sort === 'name' ? 'text' : 'bigint');
  const beyond = page.after
    ? sql`where ("rank", "id") ${sql.raw(direction === 'asc' ? '>' : '<')} (${page.after[0]}::${type}, ${page.after[1]}::integer)`
    : sql``;
  const { rows } = await sql<{ id: number; rank: string | number }>`
    select * from (
      select "member"."userId" as "id", ${rank} as "rank"
      from ${fitting(team.teamId, filters, { counted, named: sort === 'name' })}
    ) as "listed"
    ${beyond}
    order by "rank" ${way}, "id" ${way}
    offset ${page.offset ?? 0} limit ${page.limit}`.execute(db);
  return rows;
}

/** Counts a team's matching members. */
export async function countMembers(db: Db, teamId: string, filters: MemberFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as "count" from ${fitting(teamId, filters)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns these members of a team with every figure administrators see, in no order. */
export async function rosterOf(db: Db, team: Team, userIds: readonly number[]): Promise<RosterRow[]> {
  const { rows } = await sql<RosterRow>`
    select "user"."id", "user"."name", "user"."avatar", "user"."email", "member"."role", "member"."suspendedAt",
      "member"."createdAt" as "joinedAt",
      (select max("lastSeenAt") from "session" where "session"."userId" = "user"."id") as "lastSeenAt",
      (select count(*) from "session" where "session"."userId" = "user"."id" and ${isLive}) as "sessions",
      coalesce("spent"."value", 0) as "cost"
    from "member" join "user" on "user"."id" = "member"."userId"
    left join (${spent(team, userIds)}) as "spent" on "spent"."userId" = "user"."id"
    where "member"."teamId" = ${team.teamId} and "user"."id" = any(${userIds}::int[])`.execute(db);
  return rows;
}
