import type { Db } from '@tandem/db';
import type { Budget, BudgetScope, SetBudget } from '@tandem/shared/budget/schema';
import { sql } from 'kysely';
import { lockBudgets, periodNow, renewsAt, type Spender, spentNow } from './hold.repo.ts';

/** The scope of a budget: the team, unless an app or a person is named. */
export interface BudgetOf {
  teamId: string;
  appId?: string | undefined;
  userId?: number | undefined;
}

export function scopeOf({ appId, userId }: Pick<BudgetOf, 'appId' | 'userId'>): BudgetScope {
  if (appId !== undefined) return 'app';
  return userId === undefined ? 'team' : 'user';
}

function budgets(db: Db, teamId: string) {
  return db
    .selectFrom('budget')
    .leftJoin('app', 'app.id', 'budget.appId')
    .leftJoin('user', 'user.id', 'budget.userId')
    .select([
      'budget.id',
      'budget.scope',
      sql<Budget['app']>`case when "app"."id" is not null then
        json_build_object('id', "app"."id", 'name', "app"."name") end`.as('app'),
      sql<Budget['user']>`case when "user"."id" is not null then
        json_build_object('id', "user"."id", 'name', "user"."name", 'avatar', "user"."avatar") end`.as(
        'user',
      ),
      'budget.period',
      'budget.amount',
      spentNow.as('spent'),
      'budget.reserved',
      renewsAt.as('renewsAt'),
    ])
    .where('budget.teamId', '=', teamId);
}

/** Returns the budget of a team, app or person; null for none. */
export async function findBudget(db: Db, { teamId, appId, userId }: BudgetOf): Promise<Budget | null> {
  const found = await budgets(db, teamId)
    .where('budget.scope', '=', scopeOf({ appId, userId }))
    .where('budget.appId', 'is not distinct from', appId ?? null)
    .where('budget.userId', 'is not distinct from', userId ?? null)
    .executeTakeFirst();
  return found ?? null;
}

/** Budgets of a team in order of their ids. */
export function budgetPage(
  db: Db,
  teamId: string,
  { scope, after, limit }: { scope?: BudgetScope | undefined; after?: string | undefined; limit: number },
): Promise<Budget[]> {
  let query = budgets(db, teamId).orderBy('budget.id').limit(limit);
  if (scope !== undefined) query = query.where('budget.scope', '=', scope);
  if (after !== undefined) query = query.where('budget.id', '>', after);
  return query.execute();
}

/** Returns every budget that applies to a person's next answer in an app. */
export function budgetsAt(db: Db, { teamId, appId, userId }: Spender): Promise<Budget[]> {
  return budgets(db, teamId)
    .where((eb) =>
      eb.or([
        eb('budget.scope', '=', 'team'),
        eb('budget.appId', '=', appId),
        eb('budget.userId', '=', userId),
      ]),
    )
    .execute();
}

/**
 * Whether a budget’s app or person belongs to the team, and may have one: a member’s personal app is bounded
 * with its member.
 */
export async function hasTarget(db: Db, { teamId, appId, userId }: BudgetOf): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select (${appId ?? null}::uuid is null
        or exists (
          select from "app"
          where "id" = ${appId ?? null}::uuid and "teamId" = ${teamId} and "personalUserId" is null
        ))
      and (${userId ?? null}::integer is null
        or exists (select from "member" where "userId" = ${userId ?? null} and "teamId" = ${teamId}))
      as "found"
  `.execute(db);
  return rows[0]?.found === true;
}

/** Sets a budget; usage of its current period counts, whenever it is set. */
export async function putBudget(tx: Db, of: BudgetOf, { period, amount }: SetBudget): Promise<void> {
  const { teamId, appId = null, userId = null } = of;
  await lockBudgets(tx, teamId);
  const start = sql<Date>`(date_trunc(${period}::text, now() at time zone 'UTC') at time zone 'UTC')`;
  // Periods start with a day, and daily sums are written with each usage row.
  const spent = sql<number>`coalesce((
    select sum("cost")::bigint from "usage_day"
    where "teamId" = ${teamId} and "day" >= date_trunc(${period}::text, now() at time zone 'UTC')::date
      and (${appId}::uuid is null or "appId" = ${appId}::uuid)
      and (${userId}::integer is null or "userId" = ${userId}::integer)
  ), 0)`;
  await tx
    .insertInto('budget')
    .values({
      teamId,
      scope: scopeOf(of),
      appId,
      userId,
      period,
      amount,
      spent,
      periodStart: start,
    })
    .onConflict((conflict) =>
      conflict.columns(['teamId', 'scope', 'appId', 'userId']).doUpdateSet({
        amount,
        period,
        spent: sql<number>`case when "budget"."period" = excluded."period" then ${spentNow} else excluded."spent" end`,
        periodStart: sql<Date>`case when "budget"."period" = excluded."period"
          then greatest("budget"."periodStart", ${periodNow}) else excluded."periodStart" end`,
      }),
    )
    .execute();
}

/** Deletes a budget with its reservations; false when there is none. */
export async function deleteBudget(tx: Db, budgetId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('budget').where('id', '=', budgetId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes a person's budgets in every team, with their reservations. */
export async function forgetPerson(tx: Db, { userId }: { userId: number }): Promise<void> {
  await tx.deleteFrom('budget').where('userId', '=', userId).execute();
}

/**
 * Returns the context tokens of a channel's last answer, and its model's context window; null without one.
 */
export async function lastContext(
  db: Db,
  channelId: string,
): Promise<{ tokens: number; window: number } | null> {
  const { rows } = await sql<{ tokens: number; window: number }>`
    select "turn"."contextTokens" as "tokens", "model"."contextWindow" as "window"
    from "message" join "turn" on "turn"."id" = "message"."turnId" join "model" on "model"."id" = "turn"."modelId"
    where "message"."channelId" = ${channelId} and "message"."active" and "message"."role" = 'assistant'
      and "turn"."contextTokens" is not null
    order by "message"."seq" desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}
