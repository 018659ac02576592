import type { Platform } from '@tandem/api/core/platform';
import { sql } from 'kysely';
import { Dependencies, type Dependency } from './dependencies.ts';

/** Returns a platform's dependencies, each with its check. */
export function dependenciesOf(platform: Platform): Dependencies {
  const { database, jobs, limiter, storage, settings, log } = platform;
  const known: Dependency[] = [
    {
      name: 'database',
      title: 'PostgreSQL',
      isEssential: true,
      check: () => sql`select 1`.execute(database.db),
    },
    {
      name: 'queue',
      title: 'the queue of jobs',
      isEssential: true,
      async check() {
        if (!(await jobs.ready())) throw new Error('its connections do not answer');
      },
    },
    {
      name: 'storage',
      title: settings.s3 ? 'the object storage at S3_ENDPOINT' : 'the folder of files',
      isEssential: false,
      check: () => storage.check(),
    },
  ];
  // Checked over the connection of the limiter; live messages use others to the same Redis.
  if (limiter.checkRedis)
    known.push({ name: 'redis', title: 'Redis', isEssential: false, check: limiter.checkRedis });
  return new Dependencies(log, known);
}
