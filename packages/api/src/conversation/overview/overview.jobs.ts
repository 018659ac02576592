import * as z from 'zod';
import type { JobDefinition } from '../../core/jobs.ts';
import { giveUpOverview, makeOverview } from './make.ts';
import { deleteUnheld } from './overview.repo.ts';
import { OVERVIEW_JOB } from './request.ts';

const payloadSchema = z.object({
  id: z.uuid(),
  attempt: z.int(),
  sourceId: z.uuid(),
  userId: z.int(),
});

export const overviewJobs: JobDefinition[] = [
  {
    name: OVERVIEW_JOB,
    heartbeatSeconds: 60,
    atOnce: 2,
    run: (platform, payload) => makeOverview(platform, payloadSchema.parse(payload)),
    giveUp: (platform, payload) => giveUpOverview(platform, payloadSchema.parse(payload)),
  },
  {
    name: 'overview.sweep',
    cron: '17 * * * *',
    run: ({ database }) => deleteUnheld(database.db),
  },
];
