/** What a model was asked for. `try` and `compare` leave no message. */
export const usageKinds = ['chat', 'title', 'summary', 'image', 'try', 'compare'] as const;
export type UsageKind = (typeof usageKinds)[number];

export const usageStatuses = ['done', 'stopped', 'interrupted', 'failed'] as const;
export type UsageStatus = (typeof usageStatuses)[number];

/** Amounts of money are whole micro-credits; one credit is US$0.01 at list price. */
export const MICRO_CREDITS = 1_000_000;
