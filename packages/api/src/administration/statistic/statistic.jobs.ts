import { type Db, transaction } from '@tandem/db';
import { plusDays } from '@tandem/shared/statistic/schema';
import type { JobDefinition } from '../../core/jobs.ts';
import { today } from '../../models/usage/range.ts';
import { lockMark, noteSizes, setMark, sumMessages, sumUsage } from './roll.repo.ts';

/** Aggregates the days up to this one, each once; rows written to them afterwards are not counted. */
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
    // Runs an hour after the end of the day in UTC, when turns that began in it have been written.
    cron: '7 1 * * *',
    run: (platform) => sumUpTo(platform.database.db, plusDays(today(), -1)),
  },
];
