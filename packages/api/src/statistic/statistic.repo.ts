import type { Db } from '@tandem/db';
import type { StatisticDimension } from '@tandem/db/tables/statistic';
import { sql } from 'kysely';
import { spentBy } from './statistic.fragments.ts';
import type { DayRange, Pieces } from './statistic.range.ts';

/** What models were asked for on one day. Latencies are sums, beside how many there were. */
export interface UsageOfDay {
  day: string;
  turns: number;
  failures: number;
  inputTokens: number;
  outputTokens: number;
  images: number;
  cost: number;
  firstTokenMs: number;
  firstTokens: number;
  durationMs: number;
  durations: number;
  people: number;
}

const counted = sql.raw(
  ['turns', 'failures', 'inputTokens', 'outputTokens', 'images', 'cost']
    .concat(['firstTokenMs', 'firstTokens', 'durationMs', 'durations'])
    .map((name) => `sum("${name}")::bigint as "${name}"`)
    .join(', '),
);

/** Days of a range on which something was asked for. */
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

/** What a team had at the end of a day. */
export interface Sizes {
  people: number;
  apps: number;
  channels: number;
}

/** What a team had at the ends of days, as far as they were summed up. */
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

/** How many of something came on a day; null: before those days. */
export interface Grown {
  what: keyof Sizes;
  day: string | null;
  count: number;
}

/** What a team has now, by the day after `since` (null: any) on which it came, else together. */
export async function grownSince(db: Db, teamId: string, since: string | null): Promise<Grown[]> {
  const day = sql`case when "createdAt" >= coalesce(${since}::date + 1, '-infinity')::timestamp at time zone 'UTC'
    then ("createdAt" at time zone 'UTC')::date end`;
  const { rows } = await sql<Grown>`
    select 'people' as "what", "day"::text, "count" from (
      select ${day} as "day", count(*) as "count" from "member"
      where "teamId" = ${teamId} and "suspendedAt" is null group by 1
    ) as "people"
    union all
    select 'apps', "day"::text, "count" from (
      select ${day} as "day", count(*) as "count" from "app"
      where "teamId" = ${teamId} and "deletedAt" is null group by 1
    ) as "apps"
    union all
    select 'channels', "day"::text, "count" from (
      select ${day} as "day", count(*) as "count" from "channel"
      where "teamId" = ${teamId} and "deletedAt" is null
        and not exists (select from "app" where "app"."id" = "channel"."appId" and "app"."deletedAt" is not null)
      group by 1
    ) as "channels"`.execute(db);
  return rows;
}

/** People of a team by what they are. */
export async function peopleCounts(
  db: Db,
  teamId: string,
): Promise<{ people: number; guests: number; suspended: number }> {
  const { rows } = await sql<{ people: number; guests: number; suspended: number }>`
    select count(*) filter (where "suspendedAt" is null) as "people",
      count(*) filter (where "suspendedAt" is null and "role" = 'guest') as "guests",
      count(*) filter (where "suspendedAt" is not null) as "suspended"
    from "member" where "teamId" = ${teamId}`.execute(db);
  return rows[0] ?? { people: 0, guests: 0, suspended: 0 };
}

/** One of those that spent in a range, and how many did. */
export interface Spent {
  key: string;
  cost: number;
  turns: number;
  failures: number;
  tokens: number;
  all: number;
}

/** Who or what spent most in a range: by cost, then by tokens, since models may have no price. */
export async function topOf(
  db: Db,
  teamId: string,
  dimension: StatisticDimension,
  pieces: Pieces,
  limit: number,
): Promise<Spent[]> {
  const spent = spentBy(teamId, dimension, pieces);
  // Sums of whole numbers are exact in double precision up to 2^53, and take a fraction of the time.
  const { rows } = await sql<Spent>`
    with "top" as (
      select "key", sum("cost"::float8) as "cost", sum("tokens"::float8) as "tokens", count(*) over () as "all"
      from ${spent} as "spent" group by "key" order by 2 desc, 3 desc, "key" limit ${limit}
    )
    select "top".*, "rest"."turns", "rest"."failures" from "top" join (
      select "key", sum("turns"::float8) as "turns", sum("failures"::float8) as "failures"
      from ${spent} as "spent" where "key" in (select "key" from "top") group by "key"
    ) as "rest" using ("key")
    order by "cost" desc, "tokens" desc, "key"`.execute(db);
  return rows;
}
