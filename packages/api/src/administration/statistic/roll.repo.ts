import type { Db } from '@tandem/db';
import { sql } from 'kysely';

const sums = ['turns', 'failures', 'inputTokens', 'outputTokens', 'images', 'cost'].concat([
  'firstTokenMs',
  'firstTokens',
  'durationMs',
  'durations',
]);
const columns = sql.raw(sums.map((name) => `"${name}"`).join(', '));
const summed = sql.raw(sums.map((name) => `sum("${name}")`).join(', '));
const added = sql.raw(sums.map((name) => `"${name}" = "held"."${name}" + excluded."${name}"`).join(', '));

/** The mark, held until the transaction ends; null before the first time. Others wait. */
export async function lockMark(tx: Db): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tandem statistics', 0))`.execute(tx);
  const { rows } = await sql<{ day: string }>`select "day"::text from "statistic_mark"`.execute(tx);
  return rows[0]?.day ?? null;
}

/** Sums usage of the days after `mark` up to `until`, by each dimension, and adds them to their months. */
export async function sumUsage(tx: Db, mark: string | null, until: string): Promise<void> {
  for (const grain of ['day', 'month'] as const) {
    const start = sql.raw(grain === 'day' ? '"day"' : `date_trunc('month', "day")::date`);
    await sql`
      insert into "statistic_usage" as "held" ("teamId", "dimension", "grain", "start", "key", ${columns}, "people")
      select "teamId",
        case grouping("userId", "appId", "modelId") when 7 then 'team' when 3 then 'user' when 5 then 'app' else 'model' end,
        ${sql.lit(grain)}, "start", coalesce("userId"::text, "appId"::text, "modelId"::text, ''), ${summed},
        ${grain === 'day' ? sql`count(distinct "userId")` : sql`0`}
      from (
        select *, ${start} as "start" from "usage_day"
        where "day" > coalesce(${mark}::date, '-infinity') and "day" <= ${until}::date
      ) as "new"
      group by "teamId", "start", grouping sets ((), ("userId"), ("appId"), ("modelId"))
      -- Side by side as they are read, also those of the first time.
      order by 1, 2, 4
      on conflict ("teamId", "dimension", "grain", "start", "key") do update set ${added}`.execute(tx);
  }
}

/** Counts the messages of the days after `mark` up to `until`. */
export async function sumMessages(tx: Db, mark: string | null, until: string): Promise<void> {
  await sql`
    insert into "statistic_message" as "held" ("teamId", "day", "messages")
    select "teamId", ("createdAt" at time zone 'UTC')::date, count(*) from "message"
    where "createdAt" >= coalesce(${mark}::date + 1, '-infinity')::timestamp at time zone 'UTC'
      and "createdAt" < (${until}::date + 1)::timestamp at time zone 'UTC'
    group by 1, 2
    on conflict ("teamId", "day") do update set "messages" = "held"."messages" + excluded."messages"`.execute(
    tx,
  );
}

/** Number of past days reconstructed on the first run from creation times. */
const BACK_DAYS = 800;

/** Stores a team's sizes at the end of each day after `mark` up to `until`. */
export async function noteSizes(tx: Db, mark: string | null, until: string): Promise<void> {
  const madeBy = sql`"createdAt" < ("day" + 1)::timestamp at time zone 'UTC'`;
  await sql`
    insert into "statistic_size" ("teamId", "day", "people", "apps", "channels")
    select "team"."id", "day",
      (select count(*) from "member" where "teamId" = "team"."id" and "suspendedAt" is null and "member".${madeBy}),
      (select count(*) from "app" where "teamId" = "team"."id" and "deletedAt" is null
        and "personalUserId" is null and "app".${madeBy}),
      (
        select count(*) from "channel" where "teamId" = "team"."id" and "deletedAt" is null and "channel".${madeBy}
          and not exists (select from "app" where "app"."id" = "channel"."appId" and "app"."deletedAt" is not null)
      )
    from "team" cross join lateral (
      select "each"::date as "day" from generate_series(
        greatest(
          coalesce(${mark}::date + 1, ${until}::date - ${BACK_DAYS}::integer),
          ("team"."createdAt" at time zone 'UTC')::date
        )::timestamp,
        ${until}::timestamp, interval '1 day'
      ) as "each"
    ) as "days"
    on conflict do nothing`.execute(tx);
}

/** Notes that everything up to this day was summed up. */
export async function setMark(tx: Db, day: string): Promise<void> {
  await tx
    .insertInto('statistic_mark')
    .values({ singleton: true, day })
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ day }))
    .execute();
}
