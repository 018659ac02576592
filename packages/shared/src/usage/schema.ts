import * as z from 'zod';
import { keysetLimitSchema, pageRequestSchema } from '../pagination/schema.ts';

/** Purpose of a model request. `try`, `compare`, `suggestion` and `overview` leave no message. */
export const usageKinds = [
  'chat',
  'title',
  'summary',
  'image',
  'try',
  'compare',
  'suggestion',
  'embedding',
  'rerank',
  'overview',
] as const;
export type UsageKind = (typeof usageKinds)[number];

export const usageStatuses = ['done', 'stopped', 'interrupted', 'failed'] as const;
export type UsageStatus = (typeof usageStatuses)[number];

/** Maximum days per query. */
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

/** Usage of one model request, or of all requests of one turn. */
export interface Usage {
  id: string;
  kind: UsageKind;
  status: UsageStatus;
  /** Names at the time; "" when they were already deleted. */
  model: string;
  provider: string;
  /** Null when it is deleted or no longer visible. */
  channel: { id: string; name: string; appId: string } | null;
  app: { id: string; name: string } | null;
  inputTokens: number;
  outputTokens: number;
  images: number;
  /** Micro-credits. */
  cost: number;
  /** Whether its model had a price. */
  isPriced: boolean;
  /** Whether some tokens were estimated, because the provider did not report all. */
  isEstimated: boolean;
  /** Milliseconds to the first token, and in total. */
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
  /** By day and model, without days of no usage. */
  days: (UsageSums & { day: string; modelId: string | null })[];
  /** The most costly first; null for a deleted model. */
  models: (UsageSums & { id: string | null; name: string })[];
  /** Null for usage outside any app, or in one that is deleted or no longer visible. */
  apps: (UsageSums & { id: string | null; name: string })[];
  total: UsageSums;
}
