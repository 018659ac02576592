import { randomUUID } from 'node:crypto';
import { jobs } from '@tandem/api';
import { sweepTemporary } from '@tandem/api/content/file/temporary';
import { createTurns } from '@tandem/api/conversation/turn/engine';
import { allowedPrivateHosts, createGuardedFetch } from '@tandem/api/core/fetch/guarded-fetch';
import { createJobs } from '@tandem/api/core/jobs/pg-boss';
import { createLimiter } from '@tandem/api/core/limits/limiter';
import { topics } from '@tandem/api/core/live/bus';
import { createBus } from '@tandem/api/core/live/create-bus';
import type { Logger } from '@tandem/api/core/log';
import { liveMailer } from '@tandem/api/core/mailer/live-mailer';
import type { Platform } from '@tandem/api/core/platform';
import type { Settings } from '@tandem/api/core/settings';
import { createStorage } from '@tandem/api/core/storage/create-storage';
import { releaseIndexes } from '@tandem/api/dataset/retrieval/vector/vector.repo';
import { prepareInstallation } from '@tandem/api/identity/installation/installation.service';
import { createValues } from '@tandem/api/identity/setting/values';
import { ensureProviders } from '@tandem/api/models/provider/provider.service';
import { migrate } from '@tandem/db/migrate';
import packageJson from '../../../package.json' with { type: 'json' };
import type { OpenDatabase } from './database.ts';

export interface RunningPlatform extends Platform {
  /** Closes everything but the database, saving running work. */
  close(): Promise<void>;
}

/**
 * Migrates the database and starts everything a process holds.
 * @param print shows mails when there is no mail server
 * @throws OperatorError with a sentence for the operator
 */
export async function createPlatform(
  settings: Settings,
  { database, embedded }: Pick<OpenDatabase, 'database' | 'embedded'>,
  log: Logger,
  print?: (text: string) => void,
): Promise<RunningPlatform> {
  await migrate(database.db);
  const installation = await prepareInstallation(database.db, settings);
  const bus = await createBus(settings, database, log, { onlyServer: embedded });
  const values = await createValues(database.db, settings, { bus, log });
  const fetch = createGuardedFetch({
    allowPrivateHosts: allowedPrivateHosts(settings),
    allowPrivateTools: settings.toolPrivateHosts,
  });
  const storage = createStorage(settings);
  await sweepTemporary(settings.dataDir, { onlyServer: embedded });
  const limiter = createLimiter({
    db: database.db,
    log,
    redisUrl: settings.redisUrl,
    installationId: installation.installationId,
  });
  // Jobs and turns receive the platform and are part of it.
  const platform = {
    ...installation,
    processId: randomUUID(),
    version: packageJson.version,
    settings,
    values,
    database,
    bus,
    fetch,
    limiter,
    storage,
    mailer: liveMailer(() => ({ smtpUrl: values.current.smtpUrl, from: values.current.mailFrom }), print),
    log,
    instances: new Map(),
  } as Omit<Platform, 'jobs' | 'turns'> as Platform;
  platform.turns = createTurns(platform, { onlyServer: embedded });
  if (embedded) await releaseIndexes(database.db);
  platform.jobs = await createJobs(database, jobs, platform, { onlyServer: embedded });
  await ensureProviders(platform);

  return Object.assign(platform, {
    async close() {
      await platform.turns.drain();
      await platform.jobs.close();
      values.close();
      // Invalidates what other processes know of this one.
      bus.publish(topics.all, { type: 'process.gone', processId: platform.processId });
      await Promise.all([bus.close(), fetch.close(), limiter.close(), storage.close()]);
    },
  });
}
