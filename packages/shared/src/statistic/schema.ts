import * as z from 'zod';
import type { AppType } from '../app/schema.ts';

/** Longest range that an overview covers. */
export const MAX_RANGE_DAYS = 366;
/** Days of an overview for which nothing else was asked. */
export const RANGE_DAYS = 30;
/** People, apps and models that an overview names. */
export const TOP = 10;

const DAY_MS = 86_400_000;

/** A day in UTC, as YYYY-MM-DD. */
export const daySchema = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01');

/** Whole days in UTC, both of them included. Without `to` until today, without `from` the last 30 days. */
export const rangeSchema = z.strictObject({ from: daySchema.optional(), to: daySchema.optional() });
export type AskedRange = z.output<typeof rangeSchema>;

/** The day that many days later. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a range has, its ends included. */
export function daysIn({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** What was counted in some time. Money is in micro-credits. */
export interface StatisticSums {
  messages: number;
  /** Requests to models. */
  turns: number;
  /** Those of them that failed. */
  failures: number;
  inputTokens: number;
  outputTokens: number;
  images: number;
  cost: number;
  /** Milliseconds on average until the first token came, and until the answer was whole; null: none did. */
  firstTokenMs: number | null;
  durationMs: number | null;
}

/** One day, with what there was at its end. */
export interface StatisticDay extends StatisticSums {
  /** YYYY-MM-DD, in UTC. */
  day: string;
  /** People who asked a model for something. */
  active: number;
  people: number;
  apps: number;
  channels: number;
}

/** Somebody or something that spends, the most first. */
export interface Spender {
  turns: number;
  failures: number;
  tokens: number;
  cost: number;
}
export interface SpendingPerson extends Spender {
  id: number;
  /** "" when their account is gone. */
  name: string;
  avatar: string;
}
export interface SpendingApp extends Spender {
  /** Null: what was asked outside of an app. */
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
  /** What there is now. */
  now: { people: number; guests: number; suspended: number; apps: number; channels: number };
  /** Different people who asked a model for something in the range. */
  active: number;
  total: StatisticSums;
  before: StatisticSums;
  days: StatisticDay[];
  people: SpendingPerson[];
  apps: SpendingApp[];
  models: SpendingModel[];
}
