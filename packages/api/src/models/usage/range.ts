import {
  type AskedRange,
  daysIn,
  MAX_RANGE_DAYS,
  plusDays,
  RANGE_DAYS,
} from '@tandem/shared/statistic/schema';
import { AppError } from '../../core/errors.ts';

export interface DayRange {
  from: string;
  to: string;
}

/**
 * Sources of a range's usage: aggregated months and days, and recent days. A month of which most days are
 * requested is read whole, and the others are subtracted: a day has nearly as many rows.
 */
export interface Pieces {
  /** First days of the months from one to before the other; null for none. */
  months: DayRange | null;
  /** Summed days before and behind those months. */
  days: DayRange[];
  /** Summed days of those months that are not in the range. */
  without: DayRange[];
  /** Days not yet aggregated; null when all are. */
  recent: DayRange | null;
}

/**
 * Returns the requested range.
 * @throws AppError `invalidInput` when it ends before it begins or is too long
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

/** Splits a range; `mark` is the last aggregated day, null for none. */
export function piecesOf(range: DayRange, mark: string | null): Pieces {
  const pieces: Pieces = { months: null, days: [], without: [], recent: null };
  if (mark === null || mark < range.from) return { ...pieces, recent: range };
  const to = mark < range.to ? mark : range.to;
  if (mark < range.to) pieces.recent = { from: plusDays(mark, 1), to: range.to };
  for (let month = monthOf(range.from); month <= to; month = nextMonth(month)) {
    const next = nextMonth(month);
    // A month's sums end with the last aggregated day.
    const last = mark < next ? mark : plusDays(next, -1);
    const asked = {
      from: month < range.from ? range.from : month,
      to: to < last ? to : last,
    };
    const others = [
      { from: month, to: plusDays(asked.from, -1) },
      { from: plusDays(asked.to, 1), to: last },
    ].filter((piece) => piece.from <= piece.to);
    const isWorth = others.reduce((sum, piece) => sum + daysIn(piece), 1) < daysIn(asked);
    if (others.length > 0 && !isWorth) {
      pieces.days.push(asked);
      continue;
    }
    pieces.months = { from: pieces.months?.from ?? month, to: next };
    pieces.without.push(...others);
  }
  return pieces;
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
