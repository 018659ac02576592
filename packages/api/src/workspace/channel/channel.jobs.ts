import type { JobDefinition } from '../../core/jobs.ts';
import { purgeBin } from '../bin/channel.purge.ts';

/** Days that a deleted channel can be restored. */
export const BIN_DAYS = 30;

export const channelJobs: JobDefinition[] = [
  {
    name: 'channel.purge',
    cron: '17 3 * * *',
    async run(platform) {
      const purged = await purgeBin(platform.database.db, BIN_DAYS);
      if (purged > 0) platform.log.info({ channels: purged }, 'bin emptied');
    },
  },
];
