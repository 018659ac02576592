import type { Db } from '@tandem/db';
import type { AppVisibility } from '@tandem/shared/access/permissions';
import type { AppSort, AppState, SortDirection } from '@tandem/shared/app/administration';
import type { AppType } from '@tandem/shared/app/schema';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { spentBy } from '../statistic/statistic.fragments.ts';
import type { Pieces } from '../statistic/statistic.range.ts';

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

/** A place in an ordered list of apps: what it is ordered by, and the id. */
export type AppPlace = readonly [string | number, string];

interface Team {
  teamId: string;
  /** Where the costs of this month are read. */
  month: Pieces;
}

const stateIs: Record<AppState | 'kept', RawBuilder<SqlBool>> = {
  kept: sql`"app"."deletedAt" is null`,
  active: sql`"app"."deletedAt" is null and "app"."archivedAt" is null`,
  archived: sql`"app"."deletedAt" is null and "app"."archivedAt" is not null`,
  deleted: sql`"app"."deletedAt" is not null`,
};

/** The team's apps that fit, joined with their owners. */
function fitting(
  teamId: string,
  { query, type, state, visibility }: AppFilters,
  counted: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const conditions = [sql<SqlBool>`"app"."teamId" = ${teamId}`, stateIs[state ?? 'kept']];
  if (type) conditions.push(sql`"app"."type" = ${type}`);
  if (visibility) conditions.push(sql`"app"."visibility" = ${visibility}`);
  if (query)
    conditions.push(sql`(
      position(lower(${query}) in lower("app"."name")) > 0
      or position(lower(${query}) in lower("owner"."name")) > 0
      or position(lower(${query}) in "owner"."email") > 0
    )`);
  return sql`"app" join "user" as "owner" on "owner"."id" = coalesce("app"."ownerId", "app"."creatorId")
    ${counted}
    where ${sql.join(conditions, sql` and `)}`;
}

/** Members who see an app by their role, before those with a grant. */
const fullMembers = (teamId: string) => sql`(
  select count(*) from "member"
  where "member"."teamId" = ${teamId} and "member"."suspendedAt" is null and "member"."role" <> 'guest'
)`;

/** Numbers of apps, as rows of `id` and `value`; apps without one are left out. `only` narrows to some. */
const numbers = {
  people: ({ teamId }: Team, only: RawBuilder<unknown>) => sql`
    select "app"."id", count("member"."userId") filter (
        where "app"."visibility" <> 'team' or "member"."role" = 'guest'
      ) + case when "app"."visibility" = 'team' then ${fullMembers(teamId)} else 0 end as "value"
    from "app"
    left join "grant" on "grant"."targetId" = "app"."id"
    left join "member" on "member"."teamId" = "grant"."teamId" and "member"."userId" = "grant"."userId"
      and "member"."suspendedAt" is null
    where "app"."teamId" = ${teamId} and "app"."id" ${only} group by "app"."id"`,
  channels: ({ teamId }: Team, only: RawBuilder<unknown>) => sql`
    select "appId" as "id", count(*) as "value" from "channel"
    where "teamId" = ${teamId} and "deletedAt" is null and "appId" ${only} group by "appId"`,
  messages: ({ teamId }: Team, only: RawBuilder<unknown>) => sql`
    select "appId" as "id", sum("messageCount")::bigint as "value"
    from "channel" join "channel_head" on "channel_head"."channelId" = "channel"."id"
    where "teamId" = ${teamId} and "deletedAt" is null and "appId" ${only} group by "appId"`,
  size: ({ teamId }: Team, only: RawBuilder<unknown>) => sql`
    select "id", sum("size")::bigint as "value" from (
      select "appId" as "id", "size" from "file" where "teamId" = ${teamId} and "appId" ${only}
      union all
      select "channel"."appId", "file"."size" from "file" join "channel" on "channel"."id" = "file"."channelId"
      where "channel"."teamId" = ${teamId} and "channel"."appId" ${only}
    ) as "held" group by "id"`,
  cost: ({ teamId, month }: Team, only: RawBuilder<unknown>) => sql`
    select "key"::uuid as "id", sum("cost")::bigint as "value" from ${spentBy(teamId, 'app', month)} as "spent"
    where "key"::uuid ${only} group by "key"`,
  activeAt: ({ teamId }: Team, only: RawBuilder<unknown>) => sql`
    select "appId" as "id", (extract(epoch from max("activeAt")) * 1000)::bigint as "value" from "channel"
    where "teamId" = ${teamId} and "deletedAt" is null and "appId" ${only} group by "appId"`,
};

const madeAt = sql`(extract(epoch from "app"."createdAt") * 1000)::bigint`;

function rankBy(sort: AppSort): RawBuilder<string | number> {
  if (sort === 'name') return sql`lower("app"."name")`;
  if (sort === 'createdAt') return sql`${madeAt}`;
  const otherwise = sort === 'activeAt' ? madeAt : sql`0`;
  return sql`coalesce("counted"."value", ${otherwise})`;
}

/** Ids of a team's apps that fit, in order, with what they are ordered by. */
export async function orderedApps(
  db: Db,
  team: Team,
  filters: AppFilters,
  { sort, direction }: AppOrder,
  page: { after?: AppPlace | undefined; offset?: number; limit: number },
): Promise<{ id: string; rank: string | number }[]> {
  const way = sql.raw(direction);
  const by = rankBy(sort);
  const counted =
    sort === 'name' || sort === 'createdAt'
      ? sql``
      : sql`left join (${numbers[sort](team, sql`is not null`)}) as "counted" on "counted"."id" = "app"."id"`;
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

/** How many of a team's apps fit. */
export async function countApps(db: Db, teamId: string, filters: AppFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as "count" from ${fitting(teamId, filters)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What administrators are told of an app. */
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
  /** Milliseconds; null: nothing was ever written. */
  activeAt: number | null;
}

/** These apps of a team with all that is told of them, in no order. */
export async function administeredApps(
  db: Db,
  team: Team,
  appIds: readonly string[],
): Promise<AdministeredRow[]> {
  const only = sql`= any(${appIds}::uuid[])`;
  const names = Object.keys(numbers) as (keyof typeof numbers)[];
  const joins = names.map(
    (name) =>
      sql`left join (${numbers[name](team, only)}) as ${sql.id(name)} on ${sql.id(name, 'id')} = "app"."id"`,
  );
  const values = names.map((name) =>
    name === 'activeAt'
      ? sql`${sql.id(name, 'value')} as "activeAt"`
      : sql`coalesce(${sql.id(name, 'value')}, 0) as ${sql.id(name)}`,
  );
  const { rows } = await sql<AdministeredRow>`
    select "app"."id", "app"."name", "app"."icon", "app"."type", "app"."visibility", "app"."createdAt",
      "app"."archivedAt", "app"."deletedAt", "owner"."id" as "ownerId", "owner"."name" as "ownerName",
      "owner"."avatar" as "ownerAvatar",
      exists (
        select from "member" where "member"."teamId" = "app"."teamId" and "member"."userId" = "owner"."id"
          and "member"."suspendedAt" is null
      ) as "ownerActive",
      ${sql.join(values)}
    from "app" join "user" as "owner" on "owner"."id" = coalesce("app"."ownerId", "app"."creatorId")
    ${sql.join(joins, sql` `)}
    where "app"."teamId" = ${team.teamId} and "app"."id" ${only}`.execute(db);
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

/** The app with this id, if it is the team's. */
export async function findTeamApp(db: Db, teamId: string, appId: string): Promise<TeamApp | undefined> {
  return db
    .selectFrom('app')
    .select(['id', 'teamId', 'name', 'visibility', 'level', 'archivedAt', 'deletedAt'])
    .where('id', '=', appId)
    .where('teamId', '=', teamId)
    .executeTakeFirst();
}
