import type { BudgetPeriod, BudgetScope } from '@tandem/shared/budget/schema';
import type { Generated } from 'kysely';

/** Budget of a team, app or person per period. Amounts are micro-credits. */
export interface BudgetTable {
  id: Generated<string>;
  teamId: string;
  scope: BudgetScope;
  appId: string | null;
  userId: number | null;
  period: BudgetPeriod;
  amount: number;
  /** Since `periodStart`. */
  spent: Generated<number>;
  /** Reserved for running turns: the sum of its reservations, which a trigger reduces when one is deleted. */
  reserved: Generated<number>;
  periodStart: Date;
  createdAt: Generated<Date>;
}

/** A running turn's reservation in a budget. */
export interface ReservationTable {
  budgetId: string;
  turnId: string;
  amount: number;
}
