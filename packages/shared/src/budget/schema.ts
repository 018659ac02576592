import * as z from 'zod';
import { keysetLimitSchema } from '../pagination/schema.ts';
import { userIdSchema } from '../user/schema.ts';

/** The scopes of budgets, in the order in which a turn reserves from them. */
export const budgetScopes = ['team', 'app', 'user'] as const;
export type BudgetScope = (typeof budgetScopes)[number];

/** How often a budget renews, in UTC: at midnight, on Monday, on the first. */
export const budgetPeriods = ['day', 'week', 'month'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** The largest budget, in micro-credits: ten million dollars. */
export const MAX_BUDGET = 1_000_000_000_000_000;

const target = {
  /** Of this app. */
  appId: z.uuid().optional(),
  /** Of this person. */
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
    /** Micro-credits; 0 leaves nothing but what is free. */
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

/** A budget with what is left of it. Amounts are micro-credits. */
export interface Budget {
  id: string;
  scope: BudgetScope;
  app: { id: string; name: string } | null;
  user: { id: number; name: string; avatar: string } | null;
  period: BudgetPeriod;
  amount: number;
  /** In the present period. */
  spent: number;
  /** Held for answers that are being written. */
  reserved: number;
  renewsAt: Date;
}

/** What stands between a person and the next answer in a channel. */
export interface BudgetHere {
  scope: BudgetScope;
  /** Share of it that is spent or held, from 0 to 1. */
  used: number;
  /** Micro-credits; null where the reader may know the share only. */
  amount: number | null;
  left: number | null;
  renewsAt: Date;
}

/** How much a channel's last answer read and wrote, of what its model can. */
export interface Gauge {
  context: { tokens: number; window: number } | null;
  /** The scarcest first. */
  budgets: BudgetHere[];
}

export const gaugeSchema = z.strictObject({ channelId: z.uuid() });
