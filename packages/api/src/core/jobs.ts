import type { Db } from '@tandem/db';
import type { Platform } from './platform.ts';

/** Background work that survives a restart. */
export interface Jobs {
  /** Enqueues inside the transaction `db`, so that the job exists exactly if the change does. */
  enqueue(db: Db, name: string, payload: object, options?: EnqueueOptions): Promise<void>;
  /** Whether the queue responds. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

export interface EnqueueOptions {
  startAfterSeconds?: number;
  /** Whose job it is: in queues with `atOnce`, one job of an owner runs at a time and the others' go before it. */
  owner?: number;
}

/** One kind of job, listed in `root.ts`. */
export interface JobDefinition {
  name: string;
  /** Minutes, hours … as cron has them, for work that recurs. */
  cron?: string;
  /** Seconds after which a job whose process died is run again elsewhere, 10 or more; 15 minutes by default. */
  heartbeatSeconds?: number;
  /** Jobs that one process runs beside each other, each taken as one ends; without it they run in batches of five. */
  atOnce?: number;
  run(platform: Platform, payload: unknown): Promise<void>;
  /** Runs once the last attempt failed, or its process died, so that nobody waits for the result for ever. */
  giveUp?(platform: Platform, payload: unknown): Promise<void>;
}
