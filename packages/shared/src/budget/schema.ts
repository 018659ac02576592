import * as z from 'zod';
import { keysetLimitSchema } from '../pagination/schema.ts';
import { userIdSchema } from '../user/schema.ts';

/** The scopes of budgets, in the order in which a turn reserves from them. */
export const budgetScopes = ['team', 'app', 'user'] as const;
export type BudgetScope = (typeof budgetScopes)[number];

/** Renewal of a budget, in UTC: at midnight, on Monday, on the first. */
export const budgetPeriods = ['day', 'week', 'month'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** The largest budget, in micro-credits: ten million dollars. */
export const MAX_BUDGET = 1_000_000_000_000_000;

const target = {
  /** The budget of this app. */
  appId: z.uuid().optional(),
  /** The budget of this person. */
  userId: userIdSchema.optional(),
};
const atMostOne = ({ appId, userId }: { appId?: string | undefined; userId?: number | undefined }) =>
  appId === undefined || userId === undefined;

/** Names the budget of an app, of a person, or, with neither, of the team. */
export const budgetTargetSchema = z.strictObject(target).refine(atMostOne);
export type BudgetTarget = z.output<typeof budgetTargetSchema>;

export const setBudgetSchema = z
  .strictObject({
    ...target,
    period: z.enum(budgetPeriods),
    /** Micro-credits; 0 allows only free models. */
    amount: z.int().min(0).max(MAX_BUDGET),
  })
  .refine(atMostOne);
export type SetBudget = z.output<typeof setBudgetSchema>;

export const listBudgetsSchema = z.strictObject({
  scope: z.enum(budgetScopes).optional(),
  cursor: z.string().max(1_000).optional(),
  limit: keysetLimitSchema,
});
export type ListBudgets = z.output<typeof listBudgetsSchema>;

/** A budget with its current state. Amounts are micro-credits. */
export interface Budget {
  id: string;
  scope: BudgetScope;
  app: { id: string; name: string } | null;
  user: { id: number; name: string; avatar: string } | null;
  period: BudgetPeriod;
  amount: number;
  /** Spent in the current period. */
  spent: number;
  /** Held for answers that are being written. */
  reserved: number;
  renewsAt: Date;
}

/** A budget that applies to a person's next answer in a channel. */
export interface BudgetHere {
  scope: BudgetScope;
  /** Share of it that is spent or held, from 0 to 1. */
  used: number;
  /** Micro-credits; null where the reader may only see the share. */
  amount: number | null;
  left: number | null;
  renewsAt: Date;
}

/** Context use of a channel's last answer, and the budgets that apply to the next. */
export interface Gauge {
  context: { tokens: number; window: number } | null;
  /** The scarcest first. */
  budgets: BudgetHere[];
}

export const gaugeSchema = z.strictObject({ channelId: z.uuid() });
