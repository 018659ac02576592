import type { Database } from '@tandem/db';
import type { GuardedFetch } from './fetch/guarded-fetch.ts';
import type { Jobs } from './jobs.ts';
import type { Limiter } from './limits/limiter.ts';
import type { Bus } from './live/bus.ts';
import type { Logger } from './log.ts';
import type { Mailer } from './mailer.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage/storage.ts';
import type { Turns } from './timing/turns.ts';
import type { LiveValues } from './values.ts';

/** The resources of a server process for its lifetime; passed to everything, never imported as a global. */
export interface Platform {
  /** This process, as leases name it. */
  processId: string;
  installationId: string;
  version: string;
  settings: Settings;
  /** Settings operators may change while the server runs; `settings` has only those of the environment. */
  values: LiveValues;
  database: Database;
  bus: Bus;
  /** Bytes of files. */
  storage: Storage;
  jobs: Jobs;
  fetch: GuardedFetch;
  mailer: Mailer;
  limiter: Limiter;
  turns: Turns;
  log: Logger;
  /** Printed at start; the first account needs it when the server listens beyond loopback. */
  setupCode: string | null;
  /** Per-process singletons of each area; see `perProcess`. */
  readonly instances: Map<object, unknown>;
}
