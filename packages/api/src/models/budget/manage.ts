import { type Db, transaction } from '@tandem/db';
import type {
  Budget,
  BudgetHere,
  BudgetTarget,
  Gauge,
  ListBudgets,
  SetBudget,
} from '@tandem/shared/budget/schema';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import * as z from 'zod';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { readCursor, writeCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import {
  type BudgetOf,
  budgetPage,
  budgetsAt,
  deleteBudget,
  findBudget,
  hasTarget,
  lastContext,
  putBudget,
} from './budget.repo.ts';

interface InTeam {
  teamId: string;
}

const cursorSchema = z.tuple([z.uuid()]);

/** Budgets of a team. */
export async function listBudgets(
  db: Db,
  { teamId }: InTeam,
  { scope, cursor, limit }: ListBudgets,
): Promise<KeysetPage<Budget>> {
  const after = cursor === undefined ? undefined : readCursor(cursor, cursorSchema)[0];
  const rows = await budgetPage(db, teamId, { scope, after, limit: limit + 1 });
  const list = rows.slice(0, limit);
  const last = rows.length > limit ? list.at(-1) : undefined;
  return { list, nextCursor: last ? writeCursor([last.id]) : null };
}

/**
 * Returns the budget of the team, or of the named app or person; null for none.
 * @throws AppError `notFound` for an app or person that is not the team's
 */
export async function getBudget(
  db: Db,
  { teamId }: InTeam,
  target: BudgetTarget,
): Promise<{ budget: Budget | null }> {
  const of = { teamId, ...target };
  if (!(await hasTarget(db, of))) throw new AppError('notFound');
  return { budget: await findBudget(db, of) };
}

/**
 * Sets the budget of the team, an app or a person. Usage of the current period counts.
 * @throws AppError `notFound` for an app or person that is not the team's
 */
export async function setBudget(
  ctx: UserContext,
  { teamId }: InTeam,
  input: SetBudget,
): Promise<{ budget: Budget | null }> {
  const { appId, userId, period, amount } = input;
  const of = { teamId, appId, userId };
  await transaction(ctx.db, async (tx) => {
    if (!(await hasTarget(tx, of))) throw new AppError('notFound');
    const before = await findBudget(tx, of);
    await putBudget(tx, of, input);
    const was = before && { period: before.period, amount: before.amount };
    await recordAudit(tx, ctx, {
      teamId,
      action: 'budget.set',
      target: auditTarget(of),
      detail: { period, amount, ...(was && { before: was }) },
    });
  });
  return getBudget(ctx.db, { teamId }, { appId, userId });
}

/**
 * Removes the budget of the team, an app or a person.
 * @throws AppError `notFound` without one
 */
export async function removeBudget(
  ctx: UserContext,
  { teamId }: InTeam,
  target: BudgetTarget,
): Promise<{ budget: null }> {
  const of = { teamId, ...target };
  await transaction(ctx.db, async (tx) => {
    const found = await findBudget(tx, of);
    if (!found || !(await deleteBudget(tx, found.id))) throw new AppError('notFound');
    const { period, amount } = found;
    await recordAudit(tx, ctx, {
      teamId,
      action: 'budget.remove',
      target: auditTarget(of),
      detail: { period, amount },
    });
  });
  return { budget: null };
}

function auditTarget({ teamId, appId, userId }: BudgetOf) {
  if (appId !== undefined) return { kind: 'app', id: appId };
  return userId === undefined ? { kind: 'team', id: teamId } : { kind: 'user', id: userId };
}

/**
 * Returns the budgets that apply to a person's next answer in a channel. Of budgets shared with others, only
 * managers of the app see more than the share.
 */
export async function gaugeAt(ctx: UserContext, channel: LoadedChannel, knowsAll: boolean): Promise<Gauge> {
  const { teamId, appId } = channel;
  const [found, context] = await Promise.all([
    budgetsAt(ctx.db, { teamId, appId, userId: ctx.actor.userId }),
    lastContext(ctx.db, channel.id),
  ]);
  const budgets = found
    .map((budget) => hereOf(budget, knowsAll || budget.scope === 'user'))
    .sort((a, b) => b.used - a.used);
  return { context, budgets };
}

function hereOf({ scope, amount, spent, reserved, renewsAt }: Budget, knowsAll: boolean): BudgetHere {
  const left = Math.max(0, amount - spent - reserved);
  return {
    scope,
    used: amount === 0 ? 1 : Math.min(1, (spent + reserved) / amount),
    amount: knowsAll ? amount : null,
    left: knowsAll ? left : null,
    renewsAt,
  };
}
