import { randomUUID } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../database.ts';
import type { BudgetTable } from '../../tables/budget.ts';
import type { TurnTable } from '../../tables/message.ts';
import type { UsageTable } from '../../tables/usage.ts';
import { makeMessage } from './conversation.ts';

/** A completed turn with its message, unless specified otherwise. */
export async function makeTurn(
  db: Db,
  values: Pick<Insertable<TurnTable>, 'channelId' | 'userId'> & Partial<Insertable<TurnTable>>,
): Promise<Selectable<TurnTable>> {
  const message = await makeMessage(db, { channelId: values.channelId });
  return db
    .insertInto('turn')
    .values({
      teamId: message.teamId,
      messageId: message.id,
      ownerId: randomUUID(),
      status: 'done',
      leaseUntil: sql`now() + interval '1 minute'`,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Usage of one answer, with its part of the daily sums. */
export async function makeUsage(
  db: Db,
  values: Pick<Insertable<UsageTable>, 'teamId' | 'userId'> & Partial<Insertable<UsageTable>>,
): Promise<Selectable<UsageTable>> {
  const row = await db
    .insertInto('usage')
    .values({
      model: 'Example model',
      provider: 'Example provider',
      kind: 'chat',
      status: 'done',
      inputTokens: 1_000,
      outputTokens: 200,
      cost: 600_000,
      isPriced: true,
      firstTokenMs: 400,
      durationMs: 2_000,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const none = '00000000-0000-0000-0000-000000000000';
  await sql`
    insert into "usage_day" ("teamId", "day", "userId", "appId", "modelId", "turns", "failures", "inputTokens",
      "outputTokens", "images", "cost", "firstTokenMs", "firstTokens", "durationMs", "durations")
    select "teamId", ("createdAt" at time zone 'UTC')::date, "userId", coalesce("appId", ${none}),
      coalesce("modelId", ${none}), 1, ("status" = 'failed')::int, "inputTokens", "outputTokens", "images", "cost",
      coalesce("firstTokenMs", 0), ("firstTokenMs" is not null)::int,
      coalesce("durationMs", 0), ("durationMs" is not null)::int
    from "usage" where "id" = ${row.id}
    on conflict ("teamId", "day", "userId", "appId", "modelId") do update set
      "turns" = "usage_day"."turns" + 1,
      "failures" = "usage_day"."failures" + excluded."failures",
      "inputTokens" = "usage_day"."inputTokens" + excluded."inputTokens",
      "outputTokens" = "usage_day"."outputTokens" + excluded."outputTokens",
      "images" = "usage_day"."images" + excluded."images",
      "cost" = "usage_day"."cost" + excluded."cost",
      "firstTokenMs" = "usage_day"."firstTokenMs" + excluded."firstTokenMs",
      "firstTokens" = "usage_day"."firstTokens" + excluded."firstTokens",
      "durationMs" = "usage_day"."durationMs" + excluded."durationMs",
      "durations" = "usage_day"."durations" + excluded."durations"
  `.execute(db);
  return row;
}

/** A monthly budget of a team, or of the given app or person. */
export function makeBudget(
  db: Db,
  values: Pick<Insertable<BudgetTable>, 'teamId' | 'amount'> & Partial<Insertable<BudgetTable>>,
): Promise<Selectable<BudgetTable>> {
  const scope = values.appId ? 'app' : values.userId ? 'user' : 'team';
  const period = values.period ?? 'month';
  return db
    .insertInto('budget')
    .values({
      scope,
      period,
      periodStart: sql`date_trunc(${period}, now() at time zone 'UTC') at time zone 'UTC'`,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
