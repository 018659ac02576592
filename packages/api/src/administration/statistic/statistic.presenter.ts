import { daysIn, plusDays, type StatisticDay, type StatisticSums } from '@tandem/shared/statistic/schema';
import type { DayRange } from '../../models/usage/range.ts';
import type { Grown, Sizes, UsageOfDay } from './statistic.repo.ts';

const empty = {
  turns: 0,
  failures: 0,
  inputTokens: 0,
  outputTokens: 0,
  images: 0,
  cost: 0,
  firstTokenMs: 0,
  firstTokens: 0,
  durationMs: 0,
  durations: 0,
  people: 0,
};

type Usage = Omit<UsageOfDay, 'day'>;

function plus(a: Usage, b: Usage): Usage {
  const keys = Object.keys(empty) as (keyof Usage)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as unknown as Usage;
}

function average(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round(sum / count);
}

function presentSums(usage: Usage, messages: number): StatisticSums {
  const { turns, failures, inputTokens, outputTokens, images, cost } = usage;
  return {
    messages,
    turns,
    failures,
    inputTokens,
    outputTokens,
    images,
    cost,
    firstTokenMs: average(usage.firstTokenMs, usage.firstTokens),
    durationMs: average(usage.durationMs, usage.durations),
  };
}

/** Usage and messages, by day. */
export interface Counted {
  usage: ReadonlyMap<string, Usage>;
  messages: ReadonlyMap<string, number>;
}

/** Returns the totals of a range. */
export function sumOf({ usage, messages }: Counted, range: DayRange): StatisticSums {
  let all: Usage = empty;
  let written = 0;
  for (const day of daysOf(range)) {
    all = plus(all, usage.get(day) ?? empty);
    written += messages.get(day) ?? 0;
  }
  return presentSums(all, written);
}

/**
 * A team's sizes now and in the past: stored for the ends of earlier days, and computed from what was added
 * since.
 */
export interface Standing {
  now: Sizes;
  noted: ReadonlyMap<string, Sizes>;
  /** The last day that was noted. */
  mark: string | null;
  /** Additions on the days since. */
  grown: readonly Grown[];
}

const nothing: Sizes = { people: 0, apps: 0, channels: 0 };

/** Returns a team's sizes at the end of a day. */
function sizesOf({ now, noted, mark, grown }: Standing, day: string): Sizes {
  if (mark !== null && day <= mark) return noted.get(day) ?? nothing;
  const { people, apps, channels } = now;
  const sizes = { people, apps, channels };
  for (const { what, day: came, count } of grown) if (came > day) sizes[what] -= count;
  return sizes;
}

/** Returns every day of a range, including those without activity. */
export function presentDays(
  { usage, messages }: Counted,
  standing: Standing,
  range: DayRange,
): StatisticDay[] {
  return daysOf(range).map((day) => {
    const used = usage.get(day) ?? empty;
    const sums = presentSums(used, messages.get(day) ?? 0);
    return { day, ...sums, active: used.people, ...sizesOf(standing, day) };
  });
}

function daysOf(range: DayRange): string[] {
  return Array.from({ length: daysIn(range) }, (_, index) => plusDays(range.from, index));
}
