import type { JobDefinition } from '../../core/jobs.ts';
import { keepDueVersions, thinVersions } from './keep.ts';

export const versionJobs: JobDefinition[] = [
  {
    name: 'version.keep',
    // Costs one query of a short index while nobody writes.
    cron: '* * * * *',
    async run(platform) {
      const versions = await keepDueVersions(platform);
      if (versions > 0) platform.log.info({ versions }, 'versions kept');
    },
  },
  {
    name: 'version.thin',
    cron: '41 3 * * *',
    async run(platform) {
      const versions = await thinVersions(platform);
      if (versions > 0) platform.log.info({ versions }, 'old versions thinned out');
    },
  },
];
