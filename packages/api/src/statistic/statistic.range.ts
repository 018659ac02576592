import {
  type AskedRange,
  daysIn,
  MAX_RANGE_DAYS,
  plusDays,
  RANGE_DAYS,
} from '@tandem/shared/statistic/schema';
import { AppError } from '../core/errors.ts';

export interface DayRange {
  from: string;
  to: string;
}

/** Where each day of a range is read: whole months and single days that were summed up, and the days since. */
export interface Pieces {
  /** First days of the months from the one to before the other; null when the range holds no whole month. */
  months: DayRange | null;
  /** Summed days before and behind those months. */
  days: DayRange[];
  /** Not summed yet; null when all were. */
  recent: DayRange | null;
}

/**
 * The days that were asked for.
 * @throws AppError `invalidInput` when they end before they begin or are too many
 */
export function rangeOf({ from, to }: AskedRange, today: string): DayRange {
  const end = to ?? (from && from > today ? from : today);
  const range = { from: from ?? plusDays(end, 1 - RANGE_DAYS), to: end };
  const days = daysIn(range);
  if (days < 1) throw new AppError('invalidInput', { reason: 'from: later than to' });
  if (days > MAX_RANGE_DAYS)
    throw new AppError('invalidInput', { reason: `from, to: at most ${MAX_RANGE_DAYS} days` });
  return range;
}

/** The range as long as this one that ends on the day before it. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: plusDays(range.from, -daysIn(range)), to: plusDays(range.from, -1) };
}

/** Takes a range apart; `mark` is the last day that was summed up, null when none was. */
export function piecesOf(range: DayRange, mark: string | null): Pieces {
  if (mark === null || mark < range.from) return { months: null, days: [], recent: range };
  const to = mark < range.to ? mark : range.to;
  const recent = mark < range.to ? { from: plusDays(mark, 1), to: range.to } : null;
  const first = range.from.endsWith('-01') ? range.from : nextMonth(range.from);
  const end = monthOf(plusDays(to, 1));
  if (first >= end) return { months: null, days: [{ from: range.from, to }], recent };
  const days = [
    { from: range.from, to: plusDays(first, -1) },
    { from: end, to },
  ].filter((piece) => piece.from <= piece.to);
  return { months: { from: first, to: end }, days, recent };
}

/** The first day of a day's month. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function nextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** Today, in UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
