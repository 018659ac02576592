import { Redis } from 'ioredis';
import type { SharedCounts } from './limiter.ts';

/** Milliseconds to wait for Redis before the database counts instead. */
const TIMEOUT_MS = 1_000;

/** Atomic on the server, so that no parallel use is missed and every key expires. */
const ADD = `
local count = redis.call('INCR', KEYS[1])
local endsIn = redis.call('PTTL', KEYS[1])
if endsIn < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  endsIn = tonumber(ARGV[1])
end
return {count, endsIn}`;

/** Counts in Redis under `prefix`; keys end with their window. */
export function redisCounts(url: string, prefix: string): SharedCounts {
  const redis = new Redis(url, {
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  // Each failed command tells its caller; without a listener the library would print every attempt.
  redis.on('error', () => {});
  return {
    async add(key, windowSeconds) {
      const [count, endsInMs] = (await redis.eval(ADD, 1, prefix + key, windowSeconds * 1_000)) as [
        number,
        number,
      ];
      return { count, endsInMs };
    },
    async check() {
      await redis.ping();
    },
    async close() {
      redis.disconnect();
    },
  };
}
