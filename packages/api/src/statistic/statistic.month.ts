import { plusDays } from '@tandem/shared/statistic/schema';
import { monthOf, type Pieces, today } from './statistic.range.ts';

/** Where what was spent this month is read: the sums of the month, and what came since. */
export function thisMonth(mark: string | null): Pieces {
  const to = today();
  const from = monthOf(to);
  if (mark === null || mark < from) return { months: null, days: [], recent: { from, to } };
  const next = monthOf(plusDays(from, 31));
  const recent = mark < to ? { from: plusDays(mark, 1), to } : null;
  return { months: { from, to: next }, days: [], recent };
}
