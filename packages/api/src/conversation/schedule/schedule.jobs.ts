import type { JobDefinition } from '../../core/jobs.ts';
import { startDue } from './due.ts';

export const scheduleJobs: JobDefinition[] = [
  {
    name: 'schedule.due',
    cron: '* * * * *',
    run: startDue,
  },
];
