import type { Db } from '@tandem/db';
import type { Usage, UsageRange, UsageSums } from '@tandem/shared/usage/schema';
import { sql } from 'kysely';
import { appVisibleTo, type Reader, visibleTo } from '../../access/policy/access.fragments.ts';

/** The person and team whose usage is read. */
export interface UsageOf extends Reader {
  teamId: string;
}

/** The place of a row in its list. */
export interface UsagePlace {
  createdAt: string;
  id: string;
}

/** A row with its place: the moment as the database writes it, since a Date would lose its microseconds. */
export type UsageView = Usage & { place: string };

/** Returns a person's own usage, newest first, without names they may no longer see. */
export async function usagePage(
  db: Db,
  of: UsageOf,
  { limit, offset = 0, before }: { limit: number; offset?: number; before?: UsagePlace | undefined },
): Promise<UsageView[]> {
  let query = db
    .selectFrom('usage')
    .leftJoin('channel', (join) => join.onRef('channel.id', '=', 'usage.channelId').on(visibleTo(of)))
    .leftJoin('app', (join) => join.onRef('app.id', '=', 'usage.appId').on(appVisibleTo(of)))
    .select([
      'usage.id',
      'usage.kind',
      'usage.status',
      'usage.model',
      'usage.provider',
      sql<Usage['channel']>`case when "channel"."id" is not null then
        json_build_object('id', "channel"."id", 'name', "channel"."name", 'appId', "channel"."appId") end`.as(
        'channel',
      ),
      sql<Usage['app']>`case when "app"."id" is not null then
        json_build_object('id', "app"."id", 'name', "app"."name") end`.as('app'),
      'usage.inputTokens',
      'usage.outputTokens',
      'usage.images',
      'usage.cost',
      'usage.isPriced',
      'usage.isEstimated',
      'usage.firstTokenMs',
      'usage.durationMs',
      'usage.createdAt',
      sql<string>`"usage"."createdAt"::text`.as('place'),
    ])
    .where('usage.userId', '=', of.userId)
    .where('usage.teamId', '=', of.teamId)
    .orderBy('usage.createdAt', 'desc')
    .orderBy('usage.id')
    .limit(limit)
    .offset(offset);
  if (before)
    query = query.where(
      sql<boolean>`("usage"."createdAt" < ${before.createdAt}::timestamptz
        or ("usage"."createdAt" = ${before.createdAt}::timestamptz and "usage"."id" > ${before.id}::uuid))`,
    );
  return query.execute();
}

/** Counts a person's usage rows in a team. */
export async function countUsage(db: Db, { userId, teamId }: UsageOf): Promise<number> {
  const { count } = await db
    .selectFrom('usage')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('teamId', '=', teamId)
    .executeTakeFirstOrThrow();
  return count;
}

const sums = sql<UsageSums>`
  sum("turns")::bigint as "turns", sum("failures")::bigint as "failures",
  sum("inputTokens")::bigint as "inputTokens", sum("outputTokens")::bigint as "outputTokens",
  sum("images")::bigint as "images", sum("cost")::bigint as "cost"`;

const mine = ({ teamId, userId }: UsageOf, { from, to }: UsageRange) => sql`
  "usage_day"."teamId" = ${teamId} and "usage_day"."userId" = ${userId}
  and "usage_day"."day" between ${from}::date and ${to}::date`;

/** A person's usage by day and model. */
export async function usageByDay(
  db: Db,
  of: UsageOf,
  range: UsageRange,
): Promise<(UsageSums & { day: string; modelId: string | null; model: string })[]> {
  const { rows } = await sql<UsageSums & { day: string; modelId: string | null; model: string }>`
    select "day"::text as "day", "model"."id" as "modelId", coalesce("model"."name", '') as "model", ${sums}
    from "usage_day" left join "model" on "model"."id" = "usage_day"."modelId"
    where ${mine(of, range)}
    group by "day", "model"."id", "model"."name" order by "day"
  `.execute(db);
  return rows;
}

/** Returns a person's usage by app; apps they may no longer see are combined. */
export async function usageByApp(
  db: Db,
  of: UsageOf,
  range: UsageRange,
): Promise<(UsageSums & { id: string | null; name: string })[]> {
  const { rows } = await sql<UsageSums & { id: string | null; name: string }>`
    select "app"."id", coalesce("app"."name", '') as "name", ${sums}
    from "usage_day" left join "app" on "app"."id" = "usage_day"."appId" and ${appVisibleTo(of)}
    where ${mine(of, range)}
    group by "app"."id", "app"."name" order by sum("cost") desc, sum("inputTokens" + "outputTokens") desc
  `.execute(db);
  return rows;
}
