import * as z from 'zod';
import { keysetLimitSchema, pageRequestSchema } from '../pagination/schema.ts';

/** What a model was asked for. `try`, `compare` and `suggestion` leave no message. */
export const usageKinds = ['chat', 'title', 'summary', 'image', 'try', 'compare', 'suggestion'] as const;
export type UsageKind = (typeof usageKinds)[number];

export const usageStatuses = ['done', 'stopped', 'interrupted', 'failed'] as const;
export type UsageStatus = (typeof usageStatuses)[number];

/** Amounts of money are whole micro-credits; one credit is US$0.01 at list price. */
export const MICRO_CREDITS = 1_000_000;

/** Days of usage that are looked at at once, at most. */
export const MAX_USAGE_DAYS = 366;

const daySchema = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01');

/** Days of UTC, both included. */
export const usageRangeSchema = z.strictObject({ from: daySchema, to: daySchema }).refine(({ from, to }) => {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return days >= 0 && days < MAX_USAGE_DAYS;
});
export type UsageRange = z.output<typeof usageRangeSchema>;

export const listUsageSchema = z.strictObject({
  cursor: z.string().max(1_000).optional(),
  limit: keysetLimitSchema,
});
export type ListUsage = z.output<typeof listUsageSchema>;

/** A numbered page, for REST clients. */
export const pageUsageSchema = z.strictObject({ pagination: pageRequestSchema.prefault({}) });

/** What one request to a model, or all requests of one turn, took. */
export interface Usage {
  id: string;
  kind: UsageKind;
  status: UsageStatus;
  /** Names as they were then; "" when they were gone already. */
  model: string;
  provider: string;
  /** Where; null when it is gone or not to be seen any more. */
  channel: { id: string; name: string; appId: string } | null;
  app: { id: string; name: string } | null;
  inputTokens: number;
  outputTokens: number;
  images: number;
  /** Micro-credits. */
  cost: number;
  /** Whether its model had a price. */
  isPriced: boolean;
  /** Whether its provider did not count all tokens, so that some were estimated. */
  isEstimated: boolean;
  /** Milliseconds to the first word, and in all. */
  firstTokenMs: number | null;
  durationMs: number | null;
  createdAt: Date;
}

/** Sums of usage. */
export interface UsageSums {
  turns: number;
  failures: number;
  inputTokens: number;
  outputTokens: number;
  images: number;
  /** Micro-credits. */
  cost: number;
}

/** A person's own usage of some days. */
export interface UsageReport {
  /** By day and model; days without usage are left out. */
  days: (UsageSums & { day: string; modelId: string | null })[];
  /** The most costly first; null: a model that is gone. */
  models: (UsageSums & { id: string | null; name: string })[];
  /** Null: outside of any app, or one that is gone or not to be seen any more. */
  apps: (UsageSums & { id: string | null; name: string })[];
  total: UsageSums;
}
