import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '@tandem/db/operator-error';
import { Redis } from 'ioredis';
import type { Logger } from '../log.ts';
import type { Bus } from './bus.ts';
import { FrameReader } from './frames.ts';
import { Listeners } from './listeners.ts';
import { Outbox } from './outbox.ts';

const SEND_EVERY_MS = 5;
const MAX_FRAME_BYTES = 256 * 1024;
const MAX_RETRY_MS = 5_000;
/** Timeout of the first connection to Redis, in milliseconds. */
const START_MS = 10_000;

/**
 * Carries messages by Redis publish and subscribe; reconnects automatically.
 * @param channel differs between installations that share one Redis
 * @throws OperatorError when Redis cannot be reached at first
 */
export async function redisBus(url: string, channel: string, log: Logger): Promise<Bus> {
  const listeners = new Listeners(log);
  const retryStrategy = (attempt: number) => Math.min(100 * 2 ** Math.min(attempt, 6), MAX_RETRY_MS);
  const options = { lazyConnect: true, enableOfflineQueue: false, retryStrategy };
  const publisher = new Redis(url, options);
  const subscriber = new Redis(url, { ...options, autoResubscribe: false });
  const outbox = new Outbox({
    everyMs: SEND_EVERY_MS,
    maxFrameBytes: MAX_FRAME_BYTES,
    log,
    async send(frames) {
      const results = await publisher.pipeline(frames.map((frame) => ['publish', channel, frame])).exec();
      const failure = results?.find(([error]) => error)?.[0];
      if (failure) throw failure;
    },
  });
  const reader = new FrameReader(outbox.origin);
  let subscribedBefore = false;
  /** The library tells a caller waiting for a connection only that there is none. */
  let firstError: unknown = null;

  for (const [client, role] of [
    [publisher, 'publisher'],
    [subscriber, 'subscriber'],
  ] as const) {
    let wasReady = false;
    client.on('error', (err) => {
      firstError ??= err;
      if (wasReady) log.warn({ err, role }, 'the bus lost its connection');
      wasReady = false;
    });
    client.on('ready', () => {
      wasReady = true;
    });
  }
  publisher.on('ready', () => outbox.resume());
  publisher.on('close', () => outbox.pause());
  subscriber.on('message', (_channel, frame) => {
    for (const [topic, message] of reader.read(frame)) listeners.deliver(topic, message);
  });
  subscriber.on('ready', async () => {
    try {
      await subscriber.subscribe(channel);
      if (subscribedBefore) listeners.reconnected();
      subscribedBefore = true;
    } catch (err) {
      log.warn({ err }, 'the bus could not subscribe');
      // Recovers with another 'ready' event.
      subscriber.disconnect(true);
    }
  });

  try {
    const connected = Promise.all([publisher.connect(), subscriber.connect()]).then(() =>
      subscriber.subscribe(channel),
    );
    connected.catch(() => {});
    await Promise.race([connected, late()]);
  } catch (err) {
    publisher.disconnect();
    subscriber.disconnect();
    throw unusable(firstError ?? err);
  }
  return {
    publish(topic, message) {
      listeners.deliver(topic, message);
      outbox.push(topic, message);
    },
    subscribe: (topic, listener) => listeners.subscribe(topic, listener),
    onReconnect: (listener) => listeners.onReconnect(listener),
    async close() {
      await outbox.close();
      listeners.clear();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

async function late(): Promise<never> {
  await sleep(START_MS, undefined, { ref: false });
  throw Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
}

const reasons: [RegExp, string][] = [
  [/WRONGPASS|NOAUTH|invalid password|AUTH/i, 'refuses the password in REDIS_URL'],
  [/NOPERM/i, 'does not let this user do what is needed'],
  [/ENOTFOUND|EAI_AGAIN/, 'has a host name that nobody knows'],
  [/ECONNREFUSED/, 'does not answer: nothing listens at that address'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/, 'does not answer in time'],
  [/Protocol error|ECONNRESET|Connection is closed/i, 'does not speak as Redis does'],
];

function unusable(err: unknown): OperatorError {
  const words =
    err instanceof Error ? `${'code' in err ? String(err.code) : ''} ${err.message}` : String(err);
  const reason = reasons.find(([pattern]) => pattern.test(words))?.[1] ?? 'cannot be used';
  return new OperatorError(
    `The Redis at REDIS_URL ${reason}. Start or correct it, or unset REDIS_URL: PostgreSQL then does its work.`,
    err,
  );
}
