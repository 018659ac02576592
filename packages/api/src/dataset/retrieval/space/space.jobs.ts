import * as z from 'zod';
import type { JobDefinition } from '../../../core/jobs.ts';
import { learnSpaceOf } from './learn-space.ts';
import { SPACE_JOB } from './request.ts';

const payloadSchema = z.object({ datasetId: z.uuid() });

export const spaceJobs: JobDefinition[] = [
  {
    name: SPACE_JOB,
    heartbeatSeconds: 30,
    atOnce: 1,
    run: (platform, payload) => learnSpaceOf(platform, payloadSchema.parse(payload).datasetId),
  },
];
