import { mailWelcome, type Welcome } from '../../administration/roster/create-member.ts';
import type { JobDefinition } from '../../core/jobs.ts';

export const teamJobs: JobDefinition[] = [
  { name: 'team.welcome', run: (platform, payload) => mailWelcome(platform, payload as Welcome) },
];
