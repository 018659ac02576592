import type { Db } from '@tandem/db';
import type { Logger } from '../log.ts';
import { steadyMs } from '../timing/steady.ts';
import { callAllowance } from './call-allowance.ts';
import { databaseCounts } from './database-counts.ts';
import { redisCounts } from './redis-counts.ts';
import { refusal } from './refusal.ts';

/** Maximum uses within a window. */
export interface Limit {
  /** Unique over the product: `code.send`. */
  name: string;
  max: number;
  windowSeconds: number;
  /** The error to show; `tooManyRequests` by default. */
  refusal?: 'tooManyRequests' | 'tooManyCodes';
}

/** Counts uses over every process of the installation. */
export interface Limiter {
  /**
   * Counts one use of `limit` by `subject`, including refused ones; a window starts with its first use.
   * @throws AppError `tooManyRequests {seconds}` or `tooManyCodes {minutes}` beyond the limit
   */
  count(limit: Limit, subject: string): Promise<void>;
  /**
   * Counts any call against the general allowance, in the memory of this process, since a shared count would
   * add a write to every read.
   * @throws AppError `tooManyRequests {seconds}`
   */
  admit(subject: string, perMinute: number): void;
  /** Rejects with the reason while Redis fails; null where none is configured. */
  checkRedis: (() => Promise<void>) | null;
  close(): Promise<void>;
}

/** Shared counts: a key, its uses in the running window, and when that window ends. */
export interface SharedCounts {
  /** Adds one use and returns the window's count. */
  add(key: string, windowSeconds: number): Promise<{ count: number; endsInMs: number }>;
  /** Rejects while it does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface LimiterOptions {
  db: Db;
  log: Logger;
  /** Null: counts are rows of the database. */
  redisUrl: string | null;
  /** Separates installations that share one Redis. */
  installationId: string;
}

/** Milliseconds a failed Redis is not asked again: waiting for it would slow every limited call. */
const REST_MS = 5_000;

/** Makes the limiter of a process. A Redis that does not answer is replaced by the database until it does again. */
export function createLimiter({ db, log, redisUrl, installationId }: LimiterOptions): Limiter {
  const inDatabase = databaseCounts(db);
  const inRedis = redisUrl === null ? null : redisCounts(redisUrl, `tandem:${installationId}:limit:`);
  const admit = callAllowance();
  let restsUntil = 0;

  async function add(key: string, windowSeconds: number) {
    if (!inRedis || steadyMs() < restsUntil) return inDatabase.add(key, windowSeconds);
    try {
      return await inRedis.add(key, windowSeconds);
    } catch (err) {
      restsUntil = steadyMs() + REST_MS;
      log.warn({ err }, 'Redis did not count; counting in the database');
      return inDatabase.add(key, windowSeconds);
    }
  }

  return {
    async count(limit, subject) {
      const { count, endsInMs } = await add(`${limit.name}:${subject}`, limit.windowSeconds);
      if (count > limit.max) throw refusal(limit.refusal ?? 'tooManyRequests', endsInMs);
    },
    admit,
    checkRedis: inRedis && (() => inRedis.check()),
    async close() {
      await inRedis?.close();
    },
  };
}
