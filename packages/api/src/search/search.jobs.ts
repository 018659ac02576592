import type { JobDefinition } from '../core/jobs.ts';
import { fillWords } from './search.fill.ts';

export const searchJobs: JobDefinition[] = [
  {
    name: 'search.fill',
    // One look at an empty table, once everything is read.
    cron: '* * * * *',
    async run(platform) {
      const messages = await fillWords(platform.database.db);
      if (messages > 0) platform.log.info({ messages }, 'earlier messages can be searched');
    },
  },
];
