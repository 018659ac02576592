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
} from './budget.hold.repo.ts';

/**
 * Counts an amount as spent in every budget of the spender's before it is.
 * @returns the budgets, or the first that does not have so much: then nothing was counted
 */
export async function advance(
  tx: Db,
  spender: Spender,
  amount: number,
): Promise<{ budgetIds: string[]; short: Shortage | null }> {
  const { rows } = await sql<Shortage & { id: string; isShort: boolean }>`
    with "locked" as materialized (
      select "budget"."id", "budget"."scope", ${renewsAt} as "renewsAt",
        ${spentNow} + "budget"."reserved" + ${amount}::bigint > "budget"."amount" as "isShort"
      from "budget" where ${ofSpender(spender)} ${inOrder} for update
    ), "advanced" as (
      update "budget" set
        "spent" = ${spentNow} + ${amount}::bigint,
        "periodStart" = greatest("budget"."periodStart", ${periodNow})
      from "locked"
      where "budget"."id" = "locked"."id" and not exists (select from "locked" where "isShort")
    )
    select "id", "scope", "renewsAt", "isShort" from "locked"
  `.execute(tx);
  const short = rows.find(({ isShort }) => isShort);
  if (!short) return { budgetIds: rows.map(({ id }) => id), short: null };
  return { budgetIds: [], short: { scope: short.scope, renewsAt: short.renewsAt } };
}

/** Takes back what was counted since a moment, from budgets that have not renewed since. */
export async function takeBack(tx: Db, amounts: ReadonlyMap<string, number>, since: Date): Promise<void> {
  const ids = [...amounts.keys()];
  await sql`
    with "locked" as materialized (
      select "budget"."id" from "budget" where "budget"."id" = any(${ids}::uuid[]) ${inOrder} for update
    )
    update "budget" set "spent" = greatest(0, "budget"."spent" - "advanced"."amount")
    from "locked" join unnest(${ids}::uuid[], ${[...amounts.values()]}::bigint[]) as "advanced" ("id", "amount")
      using ("id")
    where "budget"."id" = "locked"."id" and "budget"."periodStart" <= ${since}
  `.execute(tx);
}
