import type { Db } from '@tandem/db';
import type { Platform } from './platform.ts';

/** Background work that survives a restart. */
export interface Jobs {
  /** Enqueues inside the transaction `db`, so that the job exists exactly if the change does. */
  enqueue(db: Db, name: string, payload: object, options?: { startAfterSeconds?: number }): Promise<void>;
  /** Whether the queue answers. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** One kind of job, listed in `root.ts`. */
export interface JobDefinition {
  name: string;
  /** Minutes, hours … as cron has them, for work that recurs. */
  cron?: string;
  run(platform: Platform, payload: unknown): Promise<void>;
}
