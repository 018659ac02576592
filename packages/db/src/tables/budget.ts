import type { BudgetPeriod, BudgetScope } from '@tandem/shared/budget/schema';
import type { Generated } from 'kysely';

/** What a team, an app or a person may spend in a period. Amounts are micro-credits. */
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
  /** Held for turns that run: the sum of its reservations, which a trigger takes off when one goes. */
  reserved: Generated<number>;
  periodStart: Date;
  createdAt: Generated<Date>;
}

/** What one running turn holds of a budget. */
export interface ReservationTable {
  budgetId: string;
  turnId: string;
  amount: number;
}
