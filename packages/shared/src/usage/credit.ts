/** Amounts of money are whole micro-credits; one credit is US$0.01 at list price. */
export const MICRO_CREDITS = 1_000_000;

/** Micro-credits in one US dollar. */
export const MICRO_CREDITS_PER_DOLLAR = 100 * MICRO_CREDITS;
