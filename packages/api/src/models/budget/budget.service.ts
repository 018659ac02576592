import type { Db } from '@tandem/db';
import type { MessageError } from '@tandem/shared/message/schema';
import { isPriced, type Priced } from '@tandem/shared/provider/price';
import { AppError } from '../../core/errors.ts';
import { type Advanced, advance, takeBack } from './advance.repo.ts';
import {
  addSpent,
  findHeld,
  findSpent,
  hold,
  isBounded,
  release,
  type Shortage,
  type Spender,
} from './hold.repo.ts';

export { forgetPerson } from './budget.repo.ts';
export { relyOnBudgets, type Spender } from './hold.repo.ts';

/**
 * Refuses what has a price and no turn once a budget of its team, app or person is spent.
 * @throws AppError `budgetSpent`
 */
export async function assertBudgets(db: Db, spender: Spender): Promise<void> {
  refuse(await findSpent(db, spender), spender);
}

/**
 * Refuses a model whose cost cannot be counted where a budget is to bound what is spent.
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

/**
 * Holds an estimate (micro-credits) for a turn in every budget of its team, app and person, on top of what it holds
 * already. Nothing is held when one of them does not have so much. What costs nothing passes.
 * @throws AppError `budgetSpent`
 */
export async function reserveBudgets(
  tx: Db,
  { turnId, estimate, ...spender }: Spender & { turnId: string; estimate: number },
): Promise<void> {
  if (estimate > 0) refuse(await hold(tx, spender, turnId, estimate), spender);
}

/** What a turn holds of every budget that bounds it, in micro-credits; null when none does. */
export function heldBudgets(
  db: Db,
  { turnId, ...spender }: Spender & { turnId: string },
): Promise<number | null> {
  return findHeld(db, spender, turnId);
}

/** Adds what was spent (micro-credits) to the budgets of its team, app and person: `recordUsage` does so. */
export async function chargeBudgets(tx: Db, { cost, ...spender }: Spender & { cost: number }): Promise<void> {
  if (cost > 0) await addSpent(tx, spender, cost);
}

/** Lets go of what a turn that ends holds; what it spent is charged by its row of usage. */
export async function settleBudgets(tx: Db, { turnId }: { turnId: string }): Promise<void> {
  await release(tx, turnId);
}

/** What was counted as spent in advance in the present period, by budget; empty where nothing bounds the spender. */
export type Advances = Map<string, Advanced & { amount: number }>;

/**
 * Counts an amount (micro-credits) as spent before it is, for what has no turn that could hold it, and notes it in
 * `advances`. A process that ends before it has settled leaves it spent: its provider has been asked by then.
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

/** Takes back what was counted in advance, once its row of usage is written. */
export async function settleAdvances(tx: Db, advances: Advances): Promise<void> {
  if (advances.size > 0) await takeBack(tx, [...advances.values()]);
}

/** What an answer says that budgets refuse; null for any other error. */
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
    // An answer is read by others than the one whose budget it is.
    ...(scope === 'user' && { userId }),
  });
}
