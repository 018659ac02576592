import { type Db, transaction } from '@tandem/db';
import { plusDays } from '@tandem/shared/statistic/schema';
import type { JobDefinition } from '../../core/jobs.ts';
import { today } from '../../models/usage/range.ts';
import { lockMark, noteSizes, setMark, sumMessages, sumUsage } from './roll.repo.ts';

/** Sums the days up to this one, each once; afterwards what is written to them is counted no more. */
export async function sumUpTo(db: Db, day: string): Promise<void> {
  await transaction(db, async (tx) => {
    const mark = await lockMark(tx);
    if (mark !== null && mark >= day) return;
    await sumUsage(tx, mark, day);
    await sumMessages(tx, mark, day);
    await noteSizes(tx, mark, day);
    await setMark(tx, day);
  });
}

export const statisticJobs: JobDefinition[] = [
  {
    name: 'statistic.sum',
    // An hour after the day ended in UTC, by when what began in it is written.
    cron: '7 1 * * *',
    run: (platform) => sumUpTo(platform.database.db, plusDays(today(), -1)),
  },
];
