import * as z from 'zod';
import type { JobDefinition } from '../../../core/jobs.ts';
import { fillVectors } from './fill.ts';
import { requestFill, VECTOR_JOB } from './request.ts';
import { findDueTeams } from './vector.repo.ts';

const payloadSchema = z.object({ teamId: z.uuid() });

export const vectorJobs: JobDefinition[] = [
  {
    name: VECTOR_JOB,
    heartbeatSeconds: 30,
    // One slow provider does not hold up other teams.
    atOnce: 3,
    run: (platform, payload) => fillVectors(platform, payloadSchema.parse(payload).teamId),
  },
  {
    // Sources that were read meanwhile, and whatever stopped with a process or waited for a provider.
    name: 'dataset.vectors.due',
    cron: '* * * * *',
    async run(platform) {
      const { db } = platform.database;
      for (const teamId of await findDueTeams(db)) await requestFill(db, platform, teamId);
    },
  },
];
