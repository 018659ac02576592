import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import {
  inOrder,
  ofSpender,
  periodNow,
  renewsAt,
  type Shortage,
  type Spender,
  spentNow,
} from './hold.repo.ts';

/** A budget in which something was counted in advance, and the period in which it was. */
export interface Advanced {
  id: string;
  periodStart: Date;
}

/**
 * Charges an amount in advance to every budget of a spender.
 * @returns the budgets, or the first insufficient one: then nothing was charged
 */
export async function advance(
  tx: Db,
  spender: Spender,
  amount: number,
): Promise<{ advanced: Advanced[]; short: Shortage | null }> {
  const { rows } = await sql<Shortage & Advanced & { isShort: boolean }>`
    with "locked" as materialized (
      select "budget"."id", "budget"."scope", ${renewsAt} as "renewsAt",
        greatest("budget"."periodStart", ${periodNow}) as "periodStart",
        ${spentNow} + "budget"."reserved" + ${amount}::bigint > "budget"."amount" as "isShort"
      from "budget" where ${ofSpender(spender)} ${inOrder} for update
    ), "advanced" as (
      update "budget" set
        "spent" = ${spentNow} + ${amount}::bigint,
        "periodStart" = greatest("budget"."periodStart", ${periodNow})
      from "locked"
      where "budget"."id" = "locked"."id" and not exists (select from "locked" where "isShort")
    )
    select "id", "scope", "renewsAt", "periodStart", "isShort" from "locked"
  `.execute(tx);
  const short = rows.find(({ isShort }) => isShort);
  if (!short) return { advanced: rows.map(({ id, periodStart }) => ({ id, periodStart })), short: null };
  return { advanced: [], short: { scope: short.scope, renewsAt: short.renewsAt } };
}

/** Reverts advance charges in budgets that have not renewed since. */
export async function takeBack(tx: Db, counted: readonly (Advanced & { amount: number })[]): Promise<void> {
  const ids = counted.map(({ id }) => id);
  const amounts = counted.map(({ amount }) => amount);
  const starts = counted.map(({ periodStart }) => periodStart);
  await sql`
    with "locked" as materialized (
      select "budget"."id" from "budget" where "budget"."id" = any(${ids}::uuid[]) ${inOrder} for update
    )
    update "budget" set "spent" = greatest(0, "budget"."spent" - "advanced"."amount")
    from "locked"
    join unnest(${ids}::uuid[], ${amounts}::bigint[], ${starts}::timestamptz[])
      as "advanced" ("id", "amount", "periodStart") using ("id")
    where "budget"."id" = "locked"."id" and "budget"."periodStart" = "advanced"."periodStart"
  `.execute(tx);
}
