import { MAX_USAGE_DAYS, type UsageRange } from '@tandem/shared/usage/schema';

const DAY_MS = 86_400_000;

/** Lengths that are offered, in days. */
export const usualDays = [7, 30, 90] as const;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The last days, today included; days are those of UTC. */
export function lastDays(count: number, now = Date.now()): UsageRange {
  return { from: dayOf(now - (count - 1) * DAY_MS), to: dayOf(now) };
}

/** Whether a period may be asked for. */
export function isRange({ from, to }: UsageRange): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return days >= 0 && days < MAX_USAGE_DAYS;
}

/** Every day of a period. */
export function daysOf({ from, to }: UsageRange): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => dayOf(Date.parse(from) + index * DAY_MS));
}
