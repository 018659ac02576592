import * as z from 'zod';
import type { AppType } from '../app/schema.ts';

/** Longest range that an overview covers. */
export const MAX_RANGE_DAYS = 366;
/** Default number of days. */
export const RANGE_DAYS = 30;
/** People, apps and models that an overview names. */
export const TOP = 10;

const DAY_MS = 86_400_000;

/** A day in UTC, as YYYY-MM-DD. */
export const daySchema = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01');

/** Whole days in UTC, both included. `to` defaults to today, `from` to 30 days. */
export const rangeSchema = z.strictObject({ from: daySchema.optional(), to: daySchema.optional() });
export type AskedRange = z.output<typeof rangeSchema>;

/** The day that many days later. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Counts the days of a range, both ends included. */
export function daysIn({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** Totals of a period. Money is in micro-credits. */
export interface StatisticSums {
  messages: number;
  /** Requests to models. */
  turns: number;
  /** Failed requests. */
  failures: number;
  inputTokens: number;
  outputTokens: number;
  images: number;
  cost: number;
  /** Average milliseconds to the first token, and to the complete answer; null without any. */
  firstTokenMs: number | null;
  durationMs: number | null;
}

/** One day, with the sizes at its end. */
export interface StatisticDay extends StatisticSums {
  /** YYYY-MM-DD, in UTC. */
  day: string;
  /** People who used a model. */
  active: number;
  people: number;
  apps: number;
  channels: number;
}

/** An entry of a ranking by usage. */
export interface Spender {
  turns: number;
  failures: number;
  tokens: number;
  cost: number;
}
export interface SpendingPerson extends Spender {
  id: number;
  /** "" when their account is deleted. */
  name: string;
  avatar: string;
}
export interface SpendingApp extends Spender {
  /** Null for usage outside any app. */
  id: string | null;
  /** Null when it is gone. */
  name: string | null;
  icon: string;
  type: AppType | null;
}
export interface SpendingModel extends Spender {
  id: string | null;
  /** Null when it is gone. */
  name: string | null;
  provider: string;
}

/** A team in numbers. */
export interface StatisticTotal {
  from: string;
  to: string;
  /** The period as long as this one that ends before it. */
  previous: { from: string; to: string };
  /** Current sizes. */
  now: { people: number; guests: number; suspended: number; apps: number; channels: number };
  /** Different people who used a model in the range. */
  active: number;
  total: StatisticSums;
  before: StatisticSums;
  days: StatisticDay[];
  people: SpendingPerson[];
  apps: SpendingApp[];
  models: SpendingModel[];
}
