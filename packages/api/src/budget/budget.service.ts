import type { Db } from '@tandem/db';
import { AppError } from '../core/errors.ts';
import {
  addSpent,
  findHeld,
  findSpent,
  hold,
  release,
  type Shortage,
  type Spender,
} from './budget.hold.repo.ts';

export type { Spender } from './budget.hold.repo.ts';

/**
 * Refuses what has a price and no turn once a budget of its team, app or person is spent.
 * @throws AppError `budgetSpent`
 */
export async function assertBudgets(db: Db, spender: Spender): Promise<void> {
  refuse(await findSpent(db, spender));
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
  if (estimate > 0) refuse(await hold(tx, spender, turnId, estimate));
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

function refuse(shortage: Shortage | null): void {
  if (!shortage) return;
  throw new AppError('budgetSpent', { scope: shortage.scope, renewsAt: shortage.renewsAt.toISOString() });
}
