import type { JobDefinition } from '../core/jobs.ts';
import { fillWords } from './search.fill.ts';

export const searchJobs: JobDefinition[] = [
  {
    name: 'search.fill',
    // One look at an empty table, once everything is read.
    cron: '* * * * *',
    async run(platform) {
      const texts = await fillWords(platform.database.db);
      if (texts > 0) platform.log.info({ texts }, 'earlier messages and comments can be searched');
    },
  },
];
