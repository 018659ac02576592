import type { JobDefinition } from '../core/jobs.ts';
import { mailWelcome, type Welcome } from './team.newcomer.ts';

export const teamJobs: JobDefinition[] = [
  { name: 'team.welcome', run: (platform, payload) => mailWelcome(platform, payload as Welcome) },
];
