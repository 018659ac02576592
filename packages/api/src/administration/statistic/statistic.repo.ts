import type { Db } from '@tandem/db';
import type { StatisticDimension, StatisticUsageTable } from '@tandem/db/tables/statistic';
import { sql } from 'kysely';
import { spentBy } from '../../models/usage/fragments.ts';
import type { DayRange, Pieces } from '../../models/usage/range.ts';

/** Model usage on one day. Latencies are sums, with their counts. */
export interface UsageOfDay
  extends Omit<StatisticUsageTable, 'teamId' | 'dimension' | 'grain' | 'start' | 'key'> {
  day: string;
}

const counted = sql.raw(
  ['turns', 'failures', 'inputTokens', 'outputTokens', 'images', 'cost']
    .concat(['firstTokenMs', 'firstTokens', 'durationMs', 'durations'])
    .map((name) => `sum("${name}")::bigint as "${name}"`)
    .join(', '),
);

/** Returns the days of a range with usage. */
export async function usageByDay(
  db: Db,
  teamId: string,
  { from, to }: DayRange,
  mark: string | null,
): Promise<UsageOfDay[]> {
  const { rows } = await sql<UsageOfDay>`
    select "start"::text as "day", "turns", "failures", "inputTokens", "outputTokens", "images", "cost",
      "firstTokenMs", "firstTokens", "durationMs", "durations", "people"
    from "statistic_usage"
    where "teamId" = ${teamId} and "dimension" = 'team' and "grain" = 'day'
      and "start" between ${from}::date and ${to}::date
    union all
    select "day"::text, ${counted}, count(distinct "userId") from "usage_day"
    where "teamId" = ${teamId} and "day" > coalesce(${mark}::date, '-infinity')
      and "day" between ${from}::date and ${to}::date
    group by "day"`.execute(db);
  return rows;
}

/** Messages written on the days of a range. */
export async function messagesByDay(
  db: Db,
  teamId: string,
  { from, to }: DayRange,
  mark: string | null,
): Promise<{ day: string; messages: number }[]> {
  const { rows } = await sql<{ day: string; messages: number }>`
    select "day"::text, "messages" from "statistic_message"
    where "teamId" = ${teamId} and "day" between ${from}::date and ${to}::date
    union all
    select ("createdAt" at time zone 'UTC')::date::text, count(*) from "message"
    where "teamId" = ${teamId}
      and "createdAt" >= greatest(coalesce(${mark}::date + 1, '-infinity'), ${from}::date)::timestamp at time zone 'UTC'
      and "createdAt" < (${to}::date + 1)::timestamp at time zone 'UTC'
    group by 1`.execute(db);
  return rows;
}

/** A team's sizes at the end of a day. */
export interface Sizes {
  people: number;
  apps: number;
  channels: number;
}

/** Returns a team's stored sizes by day. */
export async function sizesByDay(
  db: Db,
  teamId: string,
  { from, to }: DayRange,
): Promise<(Sizes & { day: string })[]> {
  const { rows } = await sql<Sizes & { day: string }>`
    select "day"::text, "people", "apps", "channels" from "statistic_size"
    where "teamId" = ${teamId} and "day" between ${from}::date and ${to}::date`.execute(db);
  return rows;
}

/** A team's current sizes, and its people by role. */
export interface Counts extends Sizes {
  guests: number;
  suspended: number;
}

/** Counts a team's people, apps and channels. */
export async function countsOf(db: Db, teamId: string): Promise<Counts> {
  // Channels are counted by an index alone, and those of the few apps in the bin are subtracted.
  const { rows } = await sql<Counts>`
    select "member".*,
      (select count(*) from "app" where "teamId" = ${teamId} and "deletedAt" is null
        and "personalUserId" is null) as "apps",
      (select count(*) from "channel" where "teamId" = ${teamId} and "deletedAt" is null) - (
        select count(*) from "app" join "channel" on "channel"."appId" = "app"."id"
        where "app"."teamId" = ${teamId} and "app"."deletedAt" is not null and "channel"."deletedAt" is null
      ) as "channels"
    from (
      select count(*) filter (where "suspendedAt" is null) as "people",
        count(*) filter (where "suspendedAt" is null and "role" = 'guest') as "guests",
        count(*) filter (where "suspendedAt" is not null) as "suspended"
      from "member" where "teamId" = ${teamId}
    ) as "member"`.execute(db);
  return rows[0] ?? { people: 0, apps: 0, channels: 0, guests: 0, suspended: 0 };
}

/** Number of rows of one kind added on a day. */
export interface Grown {
  what: keyof Sizes;
  day: string;
  count: number;
}

/** Returns the additions on the days after `since`; null for all days. */
export async function grownSince(db: Db, teamId: string, since: string | null): Promise<Grown[]> {
  const begin = sql`coalesce(${since}::date + 1, '-infinity')::timestamp at time zone 'UTC'`;
  const day = sql`("createdAt" at time zone 'UTC')::date::text as "day", count(*) as "count"`;
  // Activity is never earlier than creation, which lets the index find the rows.
  const { rows } = await sql<Grown>`
    select 'people' as "what", ${day} from "member"
    where "teamId" = ${teamId} and "suspendedAt" is null and "createdAt" >= ${begin} group by 2
    union all
    select 'apps', ${day} from "app"
    where "teamId" = ${teamId} and "deletedAt" is null and "personalUserId" is null and "createdAt" >= ${begin}
    group by 2
    union all
    select 'channels', ${day} from "channel"
    where "teamId" = ${teamId} and "deletedAt" is null and "activeAt" >= ${begin} and "createdAt" >= ${begin}
      and not exists (select from "app" where "app"."id" = "channel"."appId" and "app"."deletedAt" is not null)
    group by 2`.execute(db);
  return rows;
}

/** One entry of a ranking, with the number of entries. */
export interface Spent {
  key: string;
  cost: number;
  turns: number;
  failures: number;
  tokens: number;
  all: number;
}

/** Ranks the people, apps or models of a range by cost, then by tokens, since models may have no price. */
export async function topOf(
  db: Db,
  teamId: string,
  dimension: StatisticDimension,
  pieces: Pieces,
  limit: number,
): Promise<Spent[]> {
  // Sums of whole numbers are exact in double precision up to 2^53, and take a fraction of the time. An entry
  // whose usage lies only on other days of the month sums to zero.
  const { rows } = await sql<Spent>`
    select "key", sum("cost"::float8) as "cost", sum("turns"::float8) as "turns",
      sum("failures"::float8) as "failures", sum("tokens"::float8) as "tokens", count(*) over () as "all"
    from ${spentBy(teamId, dimension, pieces)}
    group by "key" having sum("turns"::float8) + sum("cost"::float8) + sum("tokens"::float8) > 0
    order by "cost" desc, "tokens" desc, "key" limit ${limit}`.execute(db);
  return rows;
}
