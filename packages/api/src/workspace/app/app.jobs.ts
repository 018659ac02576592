import type { JobDefinition } from '../../core/jobs.ts';
import { BIN_DAYS } from '../channel/channel.jobs.ts';
import { deleteEmptyApps } from './bin.repo.ts';

export const appJobs: JobDefinition[] = [
  {
    name: 'app.purge',
    // After the channels of these apps, which are deleted in small steps.
    cron: '47 3 * * *',
    async run(platform) {
      const purged = await deleteEmptyApps(platform.database.db, BIN_DAYS);
      if (purged > 0) platform.log.info({ apps: purged }, 'bin emptied');
    },
  },
];
