import type { Db } from '@tandem/db';
import { plusDays } from '@tandem/shared/statistic/schema';
import { markOf } from './mark.repo.ts';
import { monthOf, type Pieces, today } from './range.ts';

/** Returns where this month's usage is stored: the month's sums, and later rows. */
export async function thisMonth(db: Db): Promise<Pieces> {
  const mark = await markOf(db);
  const to = today();
  const from = monthOf(to);
  if (mark === null || mark < from) return { months: null, days: [], without: [], recent: { from, to } };
  const next = monthOf(plusDays(from, 31));
  const recent = mark < to ? { from: plusDays(mark, 1), to } : null;
  return { months: { from, to: next }, days: [], without: [], recent };
}
