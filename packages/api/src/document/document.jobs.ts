import type { JobDefinition } from '../core/jobs.ts';
import { deleteOldReadings } from './document.readings.repo.ts';

export const documentJobs: JobDefinition[] = [
  {
    name: 'document.forgetReadings',
    cron: '23 3 * * *',
    async run({ database, log }) {
      const readings = await deleteOldReadings(database.db);
      if (readings > 0) log.info({ readings }, 'old readings of documents forgotten');
    },
  },
];
