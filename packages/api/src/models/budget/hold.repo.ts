import type { Db } from '@tandem/db';
import type { BudgetScope } from '@tandem/shared/budget/schema';
import { type RawBuilder, sql } from 'kysely';

/** The spender: the budgets of all three apply. */
export interface Spender {
  teamId: string;
  /** Null outside of any app. */
  appId: string | null;
  userId: number;
}

/** An insufficient budget, with its renewal. */
export interface Shortage {
  scope: BudgetScope;
  renewsAt: Date;
}

/** Start of a budget's current period, in UTC; weeks start on Monday. */
export const periodNow = sql<Date>`(date_trunc("budget"."period", now() at time zone 'UTC') at time zone 'UTC')`;

/** Usage in the current period; a row of an earlier period has not been updated since. */
export const spentNow = sql<number>`(case when "budget"."periodStart" < ${periodNow} then 0 else "budget"."spent" end)`;

/** End of a budget's current period. */
export const renewsAt = sql<Date>`
  ((date_trunc("budget"."period", now() at time zone 'UTC') + ('1 ' || "budget"."period")::interval) at time zone 'UTC')`;

/** Transactions that lock several budgets do so in this order, so that no two wait for each other. */
export const inOrder = sql`order by array_position(array['team', 'app', 'user'], "budget"."scope")`;

/** The budgets that bound a spender. */
export const ofSpender = ({ teamId, appId, userId }: Spender) => sql`
  "budget"."teamId" = ${teamId} and ("budget"."scope" = 'team'
    or "budget"."appId" = ${appId}::uuid or "budget"."userId" = ${userId})`;

/**
 * Delays setting a team's budgets until the transaction ends, but not other spending: a new budget counts
 * earlier usage, and would otherwise miss what is being written. Take it before writing usage.
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

/** Whether any budget applies to a spender, and the first that is insufficient. */
export interface Holding {
  isBounded: boolean;
  short: Shortage | null;
}

/** A `Holding` as statements return it. */
interface HoldingRow {
  isBounded: boolean;
  scope: BudgetScope | null;
  renewsAt: Date | null;
}

export function holdingOf(row: HoldingRow | undefined): Holding {
  const { isBounded = false, scope = null, renewsAt = null } = row ?? {};
  return { isBounded, short: scope && renewsAt && { scope, renewsAt } };
}

/** Returns the statement that reserves nothing. */
export function holdingNothing(spender: Spender): RawBuilder<HoldingRow> {
  return sql`
    select exists (select from "budget" where ${ofSpender(spender)}) as "isBounded",
      null::text as "scope", null::timestamptz as "renewsAt"
  `;
}

/** Whether any budget applies to a spender. */
export async function isBounded(db: Db, spender: Spender): Promise<boolean> {
  const { rows } = await holdingNothing(spender).execute(db);
  return holdingOf(rows[0]).isBounded;
}

/** Returns the first exhausted budget of a spender; null for none. */
export async function findSpent(db: Db, spender: Spender): Promise<Shortage | null> {
  const { rows } = await sql<Shortage>`
    select "budget"."scope", ${renewsAt} as "renewsAt" from "budget"
    where ${ofSpender(spender)} and ${spentNow} + "budget"."reserved" >= "budget"."amount"
    ${inOrder} limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns a turn's reservation in each budget of a spender; null when none applies. */
export async function findHeld(db: Db, spender: Spender, turnId: string): Promise<number | null> {
  const { rows } = await sql<{ held: number | null }>`
    select min(coalesce("reservation"."amount", 0)) as "held" from "budget"
    left join "reservation" on "reservation"."budgetId" = "budget"."id" and "reservation"."turnId" = ${turnId}
    where ${ofSpender(spender)}
  `.execute(db);
  return rows[0]?.held ?? null;
}

/**
 * Returns the statement that reserves an amount for a turn in every budget of a spender, in addition to its present
 * reservation, or in none.
 */
export function holding(spender: Spender, turnId: string, amount: number): RawBuilder<HoldingRow> {
  // The locks keep the check valid until the commit, and reread a budget changed meanwhile.
  return sql`
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
    select exists (select from "locked") as "isBounded",
      (select "scope" from "short") as "scope", (select "renewsAt" from "short") as "renewsAt"
  `;
}

/** Adds usage to every budget of a spender. */
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

/** Releases a turn's reservations. */
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
