import type { Db } from '@tandem/db';
import type { MessageError } from '@tandem/shared/message/schema';
import { isPriced, type Priced } from '@tandem/shared/provider/price';
import { AppError } from '../../core/errors.ts';
import { type Advanced, advance, takeBack } from './advance.repo.ts';
import {
  addSpent,
  findHeld,
  findSpent,
  holding,
  holdingNothing,
  holdingOf,
  isBounded,
  release,
  type Shortage,
  type Spender,
} from './hold.repo.ts';

export { forgetPerson } from './budget.repo.ts';
export { relyOnBudgets, type Spender } from './hold.repo.ts';

/**
 * Refuses a paid request without a turn when a budget of its team, app or person is exhausted.
 * @throws AppError `budgetSpent`
 */
export async function assertBudgets(db: Db, spender: Spender): Promise<void> {
  refuse(await findSpent(db, spender), spender);
}

/**
 * Refuses a model without a price where a budget applies.
 * @throws AppError `modelUnpriced`
 */
export async function assertPriced(
  db: Db,
  spender: Spender,
  model: Priced & { name: string },
): Promise<void> {
  if (!isPriced(model) && (await isBounded(db, spender)))
    throw new AppError('modelUnpriced', { model: model.name });
}

/** An estimate (micro-credits) for a turn: 0 for a free model, null for one without a price. */
export type Reserving = Spender & { turnId: string; estimate: number | null };

/**
 * Returns the statement that reserves an estimate for a turn in every budget of its team, app and person, in addition
 * to its present reservation. It reserves nothing when one is insufficient.
 */
export function reservingBudgets({ turnId, estimate, ...spender }: Reserving) {
  return estimate ? holding(spender, turnId, estimate) : holdingNothing(spender);
}

/**
 * Checks the outcome of `reservingBudgets`.
 * @returns whether any budget applies to the turn
 * @throws AppError `budgetSpent`, `modelUnpriced`
 */
export function assertReserved(
  [row]: Parameters<typeof holdingOf>[0][],
  { estimate, ...spender }: Reserving,
  model: { name: string },
): boolean {
  const { isBounded, short } = holdingOf(row);
  refuse(short, spender);
  if (estimate === null && isBounded) throw new AppError('modelUnpriced', { model: model.name });
  return isBounded;
}

/**
 * Reserves an estimate for a turn: see `reservingBudgets`. Free requests pass.
 * @throws AppError `budgetSpent`, `modelUnpriced`
 */
export async function reserveBudgets(
  tx: Db,
  reserving: Reserving,
  model: { name: string } = { name: '' },
): Promise<void> {
  assertReserved((await reservingBudgets(reserving).execute(tx)).rows, reserving, model);
}

/** Returns a turn's reservation in every applicable budget, in micro-credits; null when none applies. */
export function heldBudgets(
  db: Db,
  { turnId, ...spender }: Spender & { turnId: string },
): Promise<number | null> {
  return findHeld(db, spender, turnId);
}

/** Charges usage (micro-credits) to the budgets of its team, app and person: `recordUsage` does so. */
export async function chargeBudgets(tx: Db, { cost, ...spender }: Spender & { cost: number }): Promise<void> {
  if (cost > 0) await addSpent(tx, spender, cost);
}

/** Releases the reservation of an ending turn; its usage row charges what it used. */
export async function settleBudgets(tx: Db, { turnId }: { turnId: string }): Promise<void> {
  await release(tx, turnId);
}

/** Advance charges of the current period, by budget; empty when no budget applies. */
export type Advances = Map<string, Advanced & { amount: number }>;

/**
 * Charges an amount (micro-credits) in advance, for requests without a turn to hold a reservation, and
 * records it in `advances`. If the process ends before settling, it stays charged: the provider has been
 * asked by then.
 * @throws AppError `budgetSpent`
 */
export async function advanceBudgets(
  tx: Db,
  spender: Spender,
  amount: number,
  advances: Advances,
): Promise<void> {
  if (amount <= 0) return;
  const { advanced, short } = await advance(tx, spender, amount);
  refuse(short, spender);
  for (const each of advanced) {
    const before = advances.get(each.id);
    const isSamePeriod = before?.periodStart.getTime() === each.periodStart.getTime();
    advances.set(each.id, { ...each, amount: amount + (isSamePeriod ? before.amount : 0) });
  }
}

/** Reverts advance charges, once the usage row is written. */
export async function settleAdvances(tx: Db, advances: Advances): Promise<void> {
  if (advances.size > 0) await takeBack(tx, [...advances.values()]);
}

/** Returns the message for an answer refused by a budget; null for any other error. */
export function refusalOf(err: unknown): MessageError | null {
  if (!(err instanceof AppError) || !['budgetSpent', 'modelUnpriced'].includes(err.key)) return null;
  return { key: err.key, params: err.params, retryable: false };
}

function refuse(shortage: Shortage | null, { userId }: Spender): void {
  if (!shortage) return;
  const { scope, renewsAt } = shortage;
  throw new AppError('budgetSpent', {
    scope,
    renewsAt: renewsAt.toISOString(),
    // An answer has other readers than the budget's owner.
    ...(scope === 'user' && { userId }),
  });
}
