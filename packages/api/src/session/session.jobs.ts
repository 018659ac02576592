import type { JobDefinition } from '../core/jobs.ts';
import { sweepCounts } from '../core/limits/database-counts.ts';
import { sweepSessions } from './session.repo.ts';

export const sessionJobs: JobDefinition[] = [
  {
    name: 'session.sweep',
    cron: '*/20 * * * *',
    async run({ database: { db } }) {
      await sweepSessions(db);
      await sweepCounts(db);
    },
  },
];
