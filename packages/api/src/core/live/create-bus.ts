import { createHash } from 'node:crypto';
import type { Database } from '@tandem/db';
import type { Logger } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { Bus } from './bus.ts';
import { notifyBus } from './notify-bus.ts';
import { processBus } from './process-bus.ts';
import { redisBus } from './redis-bus.ts';

export interface BusOptions {
  /**
   * True when no second server can exist, as with the embedded database. Then nothing needs to leave the
   * process: no LISTEN connection, and no NOTIFY transaction per streamed answer.
   */
  onlyServer?: boolean;
}

/**
 * Creates the installation's bus: Redis if configured, else NOTIFY, else in-process for the only server.
 * @throws when the carrier cannot be reached at start; later it reconnects automatically
 */
export async function createBus(
  settings: Pick<Settings, 'redisUrl' | 'secretKey'>,
  database: Pick<Database, 'url'>,
  log: Logger,
  { onlyServer = false }: BusOptions = {},
): Promise<Bus> {
  const own = log.child({ part: 'bus' });
  if (settings.redisUrl) return redisBus(settings.redisUrl, redisChannel(settings.secretKey), own);
  return onlyServer ? processBus(own) : notifyBus(database.url, own);
}

/** An installation's servers share their secret key; its hash separates installations on one Redis. */
function redisChannel(secretKey: string): string {
  const name = createHash('sha256').update(`bus:${secretKey}`).digest('base64url').slice(0, 16);
  return `tandem:${name}`;
}
