import type { Db } from '@tandem/db';
import type { BudgetScope } from '@tandem/shared/budget/schema';
import { sql } from 'kysely';

/** On whose behalf something is spent: the budgets of all three apply. */
export interface Spender {
  teamId: string;
  /** Null outside of any app. */
  appId: string | null;
  userId: number;
}

/** A budget that does not suffice, and when it renews. */
export interface Shortage {
  scope: BudgetScope;
  renewsAt: Date;
}

/** When the present period of a budget began: periods begin in UTC, weeks on Monday. */
export const periodNow = sql<Date>`(date_trunc("budget"."period", now() at time zone 'UTC') at time zone 'UTC')`;

/** What was spent in the present period; a budget of an earlier one has not been written since. */
export const spentNow = sql<number>`(case when "budget"."periodStart" < ${periodNow} then 0 else "budget"."spent" end)`;

/** When the present period of a budget ends. */
export const renewsAt = sql<Date>`
  ((date_trunc("budget"."period", now() at time zone 'UTC') + ('1 ' || "budget"."period")::interval) at time zone 'UTC')`;

/** Transactions that lock several budgets do so in this order, so that no two wait for each other. */
export const inOrder = sql`order by array_position(array['team', 'app', 'user'], "budget"."scope")`;

/** The budgets that bound a spender. */
export const ofSpender = ({ teamId, appId, userId }: Spender) => sql`
  "budget"."teamId" = ${teamId} and ("budget"."scope" = 'team'
    or "budget"."appId" = ${appId}::uuid or "budget"."userId" = ${userId})`;

/**
 * Holds back a team's budgets being set until the transaction ends, and not others who spend: a budget that is set counts
 * what was spent before, of which it would otherwise miss what is being written. Take it before writing what was spent.
 */
export async function relyOnBudgets(tx: Db, teamId: string): Promise<void> {
  const key = budgetsKey(teamId);
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx);
}

/** Waits for everything of a team's that is being written as spent, and holds back more until the transaction ends. */
export async function lockBudgets(tx: Db, teamId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${budgetsKey(teamId)}, 0))`.execute(tx);
}

const budgetsKey = (teamId: string) => `tandem budgets ${teamId}`;

/** Whether any budget bounds a spender. */
export async function isBounded(db: Db, spender: Spender): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from "budget" where ${ofSpender(spender)}) as "found"
  `.execute(db);
  return rows[0]?.found === true;
}

/** The first budget of the spender's of which nothing is left; null when there is none. */
export async function findSpent(db: Db, spender: Spender): Promise<Shortage | null> {
  const { rows } = await sql<Shortage>`
    select "budget"."scope", ${renewsAt} as "renewsAt" from "budget"
    where ${ofSpender(spender)} and ${spentNow} + "budget"."reserved" >= "budget"."amount"
    ${inOrder} limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** What a turn holds of each budget of the spender's; null when there is none. */
export async function findHeld(db: Db, spender: Spender, turnId: string): Promise<number | null> {
  const { rows } = await sql<{ held: number | null }>`
    select min(coalesce("reservation"."amount", 0)) as "held" from "budget"
    left join "reservation" on "reservation"."budgetId" = "budget"."id" and "reservation"."turnId" = ${turnId}
    where ${ofSpender(spender)}
  `.execute(db);
  return rows[0]?.held ?? null;
}

/**
 * Holds an amount of every budget of the spender's for a turn, on top of what the turn holds already, or of none.
 * @returns the first budget that does not have so much; null when the amount is held
 */
export async function hold(
  tx: Db,
  spender: Spender,
  turnId: string,
  amount: number,
): Promise<Shortage | null> {
  // The locks make the check hold until the commit; a budget that was written meanwhile is read anew by them.
  const { rows } = await sql<Shortage>`
    with "locked" as materialized (
      select "budget"."id", "budget"."scope", ${renewsAt} as "renewsAt",
        ${spentNow} + "budget"."reserved" + ${amount}::bigint > "budget"."amount" as "isShort"
      from "budget" where ${ofSpender(spender)} ${inOrder} for update
    ), "short" as (
      select "scope", "renewsAt" from "locked" where "isShort" limit 1
    ), "held" as (
      update "budget" set
        "reserved" = "budget"."reserved" + ${amount}::bigint,
        "spent" = ${spentNow},
        "periodStart" = greatest("budget"."periodStart", ${periodNow})
      from "locked" where "budget"."id" = "locked"."id" and not exists (select from "short")
    ), "noted" as (
      insert into "reservation" ("budgetId", "turnId", "amount")
      select "id", ${turnId}::uuid, ${amount}::bigint from "locked" where not exists (select from "short")
      on conflict ("budgetId", "turnId") do update set "amount" = "reservation"."amount" + excluded."amount"
    )
    select "scope", "renewsAt" from "short"
  `.execute(tx);
  return rows[0] ?? null;
}

/** Adds what was spent to every budget of the spender's. */
export async function addSpent(tx: Db, spender: Spender, cost: number): Promise<void> {
  await sql`
    with "locked" as materialized (
      select "budget"."id" from "budget" where ${ofSpender(spender)} ${inOrder} for update
    )
    update "budget" set
      "spent" = ${spentNow} + ${cost}::bigint,
      "periodStart" = greatest("budget"."periodStart", ${periodNow})
    from "locked" where "budget"."id" = "locked"."id"
  `.execute(tx);
}

/** Lets go of whatever a turn holds. */
export async function release(tx: Db, turnId: string): Promise<void> {
  await sql`
    with "locked" as materialized (
      select "budget"."id" from "budget"
      join "reservation" on "reservation"."budgetId" = "budget"."id"
      where "reservation"."turnId" = ${turnId} ${inOrder} for update of "budget"
    )
    delete from "reservation" using "locked"
    where "reservation"."budgetId" = "locked"."id" and "reservation"."turnId" = ${turnId}
  `.execute(tx);
}
