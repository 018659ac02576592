import type { JobDefinition } from '../../core/jobs.ts';
import { fillWords } from './fill.ts';
import { spellNames } from './spell.ts';

export const searchJobs: JobDefinition[] = [
  {
    name: 'search.fill',
    // Costs one query of an empty table, once everything is indexed.
    cron: '* * * * *',
    async run(platform) {
      const texts = await fillWords(platform.database.db);
      if (texts > 0) platform.log.info({ texts }, 'earlier messages and comments can be searched');
    },
  },
  {
    name: 'search.spell',
    // Costs one query of four empty indexes, once everything is spelt.
    cron: '* * * * *',
    async run(platform) {
      const names = await spellNames(platform.database.db);
      if (names > 0) platform.log.info({ names }, 'names can be found by their spelling');
    },
  },
];
