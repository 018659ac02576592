import type { JobDefinition } from '../../core/jobs.ts';
import { sweepCounts } from '../../core/limits/database-counts.ts';
import { sweepStates } from '../../people/sign-in/oauth/oauth.repo.ts';
import { sweepCodes } from '../../people/sign-in/session.code.repo.ts';
import { sweepSessions } from './session.repo.ts';

export const sessionJobs: JobDefinition[] = [
  {
    name: 'session.sweep',
    cron: '*/20 * * * *',
    async run({ database: { db } }) {
      await sweepSessions(db);
      await sweepCodes(db);
      await sweepStates(db);
      await sweepCounts(db);
    },
  },
];
