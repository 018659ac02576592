/** Whom a budget bounds, in the order in which a turn reserves from them. */
export const budgetScopes = ['team', 'app', 'user'] as const;
export type BudgetScope = (typeof budgetScopes)[number];

/** How often a budget renews, in UTC: at midnight, on Monday, on the first. */
export const budgetPeriods = ['day', 'week', 'month'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];
