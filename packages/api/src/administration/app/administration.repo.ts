import type { Db } from '@tandem/db';
import type { AppVisibility } from '@tandem/shared/access/permissions';
import type { AppSort, AppState, SortDirection } from '@tandem/shared/app/administration';
import type { AppType } from '@tandem/shared/app/schema';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { nameHolds, nameKey } from '../../core/names.ts';
import { spentBy } from '../../models/usage/fragments.ts';
import type { Pieces } from '../../models/usage/range.ts';

export interface AppFilters {
  query?: string | undefined;
  type?: AppType | undefined;
  state?: AppState | undefined;
  visibility?: AppVisibility | undefined;
}

export interface AppOrder {
  sort: AppSort;
  direction: SortDirection;
}

/** A position in an ordered list of apps: sort value and id. */
export type AppPlace = readonly [string | number, string];

interface Team {
  teamId: string;
  /** Where this month's costs are stored. */
  month: Pieces;
}

const stateIs: Record<AppState | 'kept', RawBuilder<SqlBool>> = {
  kept: sql`"app"."deletedAt" is null`,
  active: sql`"app"."deletedAt" is null and "app"."archivedAt" is null`,
  archived: sql`"app"."deletedAt" is null and "app"."archivedAt" is not null`,
  deleted: sql`"app"."deletedAt" is not null`,
};

/** The team's apps that fit. */
function fitting(
  teamId: string,
  { query, type, state, visibility }: AppFilters,
  counted: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  // Nobody else administers a member's personal app.
  const ofTeam = sql<SqlBool>`"app"."teamId" = ${teamId} and "app"."personalUserId" is null`;
  const conditions = [ofTeam, stateIs[state ?? 'kept']];
  if (type) conditions.push(sql`"app"."type" = ${type}`);
  if (visibility) conditions.push(sql`"app"."visibility" = ${visibility}`);
  if (query)
    conditions.push(sql`(
      ${nameHolds('app', query)}
      or ${nameHolds('owner', query)}
      or position(lower(${query}) in "owner"."email") > 0
    )`);
  // Accounts are never deleted as rows, so only a search needs this join.
  const owners = sql`join "user" as "owner" on "owner"."id" = coalesce("app"."ownerId", "app"."creatorId")`;
  return sql`"app" ${query ? owners : sql``} ${counted}
    where ${sql.join(conditions, sql` and `)}`;
}

/** Members who see an app by their role; people with a grant are added to them. */
const fullMembers = (teamId: string) => sql`(
  select count(*) from "member"
  where "member"."teamId" = ${teamId} and "member"."suspendedAt" is null and "member"."role" <> 'guest'
)`;

/** Members who see an app by a grant, as rows of `id` and `value`; `only` restricts the apps. */
const granted = ({ teamId }: Team, only: RawBuilder<unknown> = sql`is not null`) => sql`
  select "grant"."targetId" as "id", count(*) as "value"
  from "grant" join "app" on "app"."id" = "grant"."targetId"
  join "member" on "member"."teamId" = "grant"."teamId" and "member"."userId" = "grant"."userId"
  where "grant"."teamId" = ${teamId} and "grant"."targetId" ${only} and "member"."suspendedAt" is null
    and ("app"."visibility" <> 'team' or "member"."role" = 'guest')
  group by "grant"."targetId"`;

/**
 * Sort values that are not columns of the app, as rows of `id` and `value`; apps without one are left out.
 */
const numbers = {
  people: granted,
  channels: ({ teamId }: Team) => sql`
    select "appId" as "id", count(*) as "value" from "channel"
    where "teamId" = ${teamId} and "deletedAt" is null group by "appId"`,
  messages: ({ teamId }: Team) => sql`
    select "appId" as "id", sum("messageCount") as "value"
    from "channel" join "channel_head" on "channel_head"."channelId" = "channel"."id"
    where "teamId" = ${teamId} and "deletedAt" is null group by "appId"`,
  size: ({ teamId }: Team) => sql`
    select "id", sum("size"::float8)::bigint as "value" from (
      select "appId" as "id", "size" from "file" where "teamId" = ${teamId} and "appId" is not null
      union all
      select "channel"."appId", "file"."size" from "file" join "channel" on "channel"."id" = "file"."channelId"
      where "channel"."teamId" = ${teamId}
    ) as "held" group by "id"`,
  cost: ({ teamId, month }: Team) => sql`
    select "key"::uuid as "id", sum("cost"::float8)::bigint as "value" from ${spentBy(teamId, 'app', month)}
    group by "key"`,
  activeAt: ({ teamId }: Team) => sql`
    select "appId" as "id", (extract(epoch from max("activeAt")) * 1000)::bigint as "value" from "channel"
    where "teamId" = ${teamId} and "deletedAt" is null group by "appId"`,
};

const madeAt = sql`(extract(epoch from "app"."createdAt") * 1000)::bigint`;

/** Number of people who see an app; `counted` is the number with a grant. */
const seenBy = (teamId: string, counted: RawBuilder<unknown>) => sql`
  coalesce(${counted}, 0) + case when "app"."visibility" = 'team' then ${fullMembers(teamId)} else 0 end`;

function rankBy(sort: AppSort, teamId: string): RawBuilder<unknown> {
  if (sort === 'name') return nameKey('app');
  if (sort === 'createdAt') return madeAt;
  const value = sql`"counted"."value"`;
  if (sort === 'people') return seenBy(teamId, value);
  return sql`coalesce(${value}, ${sort === 'activeAt' ? madeAt : sql`0`})`;
}

/** Returns the ids of a team's matching apps, in order, with their sort values. */
export async function orderedApps(
  db: Db,
  team: Team,
  filters: AppFilters,
  { sort, direction }: AppOrder,
  page: { after?: AppPlace | undefined; offset?: number; limit: number },
): Promise<{ id: string; rank: string | number }[]> {
  const way = sql.raw(direction);
  const by = rankBy(sort, team.teamId);
  const counted =
    sort === 'name' || sort === 'createdAt'
      ? sql``
      : sql`left join (${numbers[sort](team)}) as "counted" on "counted"."id" = "app"."id"`;
  const type = sql.raw(sort === 'name' ? 'text' : 'bigint');
  const beyond = page.after
    ? sql`where ("rank", "id") ${sql.raw(direction === 'asc' ? '>' : '<')} (${page.after[0]}::${type}, ${page.after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<{ id: string; rank: string | number }>`
    select * from (select "app"."id", ${by} as "rank" from ${fitting(team.teamId, filters, counted)}) as "listed"
    ${beyond}
    order by "rank" ${way}, "id" ${way}
    offset ${page.offset ?? 0} limit ${page.limit}`.execute(db);
  return rows;
}

/** Counts a team's matching apps. */
export async function countApps(db: Db, teamId: string, filters: AppFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as "count" from ${fitting(teamId, filters)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** An app as administrators see it. */
export interface AdministeredRow {
  id: string;
  name: string;
  icon: string;
  type: AppType;
  visibility: AppVisibility;
  createdAt: Date;
  archivedAt: Date | null;
  deletedAt: Date | null;
  ownerId: number;
  ownerName: string;
  ownerAvatar: string;
  ownerActive: boolean;
  people: number;
  channels: number;
  messages: number;
  size: number;
  cost: number;
  /** Milliseconds; null when nothing was ever written. */
  activeAt: number | null;
}

/** Returns these apps of a team with every figure administrators see, in no order. */
export async function administeredApps(
  db: Db,
  team: Team,
  appIds: readonly string[],
): Promise<AdministeredRow[]> {
  const { teamId, month } = team;
  const only = sql`= any(${appIds}::uuid[])`;
  // Looks up details by channel: the channels of a page are few among all.
  const { rows } = await sql<AdministeredRow>`
    select "app"."id", "app"."name", "app"."icon", "app"."type", "app"."visibility", "app"."createdAt",
      "app"."archivedAt", "app"."deletedAt", "owner"."id" as "ownerId", "owner"."name" as "ownerName",
      "owner"."avatar" as "ownerAvatar", "standing"."userId" is not null as "ownerActive",
      ${seenBy(teamId, sql`"granted"."value"`)} as "people",
      coalesce("held"."channels", 0) as "channels", coalesce("held"."messages", 0)::bigint as "messages",
      (coalesce("held"."size", 0) + coalesce("own"."size", 0))::bigint as "size",
      coalesce("spent"."value", 0) as "cost", "held"."activeAt"
    from "app" join "user" as "owner" on "owner"."id" = coalesce("app"."ownerId", "app"."creatorId")
    left join "member" as "standing" on "standing"."teamId" = "app"."teamId"
      and "standing"."userId" = "owner"."id" and "standing"."suspendedAt" is null
    left join (${granted(team, only)}) as "granted" on "granted"."id" = "app"."id"
    left join (
      select "appId" as "id", count(*) filter (where "deletedAt" is null) as "channels",
        sum((select "messageCount" from "channel_head" where "channelId" = "channel"."id"))
          filter (where "deletedAt" is null) as "messages",
        sum((select sum("size") from "file" where "channelId" = "channel"."id")) as "size",
        (extract(epoch from max("activeAt") filter (where "deletedAt" is null)) * 1000)::bigint as "activeAt"
      from "channel" where "appId" ${only} group by "appId"
    ) as "held" on "held"."id" = "app"."id"
    left join (
      select "appId" as "id", sum("size") as "size" from "file" where "appId" ${only} group by "appId"
    ) as "own" on "own"."id" = "app"."id"
    left join (
      select "key"::uuid as "id", sum("cost"::float8)::bigint as "value"
      from ${spentBy(teamId, 'app', month, appIds)} group by "key"
    ) as "spent" on "spent"."id" = "app"."id"
    where "app"."teamId" = ${teamId} and "app"."id" ${only}`.execute(db);
  return rows;
}

/** An app of a team, be it in the archive or in the bin. */
export interface TeamApp {
  id: string;
  teamId: string;
  name: string;
  visibility: AppVisibility;
  level: number;
  archivedAt: Date | null;
  deletedAt: Date | null;
}

/** Returns the team's app with this id; null for personal apps. */
export async function findTeamApp(db: Db, teamId: string, appId: string): Promise<TeamApp | undefined> {
  return db
    .selectFrom('app')
    .select(['id', 'teamId', 'name', 'visibility', 'level', 'archivedAt', 'deletedAt'])
    .where('id', '=', appId)
    .where('teamId', '=', teamId)
    .where('personalUserId', 'is', null)
    .executeTakeFirst();
}
