import pg from 'pg';
import type { Logger } from '../log.ts';
import type { Bus } from './bus.ts';
import { FrameReader } from './frames.ts';
import { Listeners } from './listeners.ts';
import { Outbox } from './outbox.ts';

/** PostgreSQL's own channel; one for everything, since a frame mixes topics. */
const CHANNEL = 'tandem_bus';
/** A notification's payload must be shorter than 8,000 bytes. */
const MAX_FRAME_BYTES = 7_900;
const SEND_EVERY_MS = 50;
const RETRY_MS = { first: 100, most: 5_000 };
/** Timeout of an unresponsive connection. */
const QUERY_TIMEOUT_MS = 10_000;
const PROBE_EVERY_MS = 15_000;

/**
 * Carries messages by NOTIFY over a dedicated connection, which also listens and reconnects automatically.
 * @throws when the first connection fails
 */
export async function notifyBus(url: string, log: Logger): Promise<Bus> {
  const bus = new NotifyBus(url, log);
  await bus.connect();
  return bus;
}

class NotifyBus implements Bus {
  private readonly listeners: Listeners;
  private readonly outbox: Outbox;
  private readonly reader: FrameReader;
  private readonly url: string;
  private readonly log: Logger;
  private client: pg.Client | null = null;
  private probe: NodeJS.Timeout | null = null;
  private retry: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(url: string, log: Logger) {
    this.url = url;
    this.log = log;
    this.listeners = new Listeners(log);
    this.outbox = new Outbox({
      everyMs: SEND_EVERY_MS,
      maxFrameBytes: MAX_FRAME_BYTES,
      log,
      send: async (frames) => {
        if (!this.client) throw new Error('not connected');
        // One statement per batch, so one commit and one wake-up of each listener.
        await this.client.query('select pg_notify($1, frame) from unnest($2::text[]) frame', [
          CHANNEL,
          frames,
        ]);
      },
    });
    this.reader = new FrameReader(this.outbox.origin);
  }

  publish(...message: Parameters<Bus['publish']>): void {
    this.listeners.deliver(...message);
    if (!this.closed) this.outbox.push(...message);
  }

  subscribe(...subscription: Parameters<Bus['subscribe']>): () => void {
    return this.listeners.subscribe(...subscription);
  }

  onReconnect(listener: () => void): () => void {
    return this.listeners.onReconnect(listener);
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.retry) clearTimeout(this.retry);
    if (this.probe) clearInterval(this.probe);
    await this.outbox.close();
    this.listeners.clear();
    await this.client?.end().catch(() => {});
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'tandem bus',
      keepAlive: true,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    client.on('notification', ({ payload = '' }) => {
      for (const [topic, message] of this.reader.read(payload)) this.listeners.deliver(topic, message);
    });
    client.on('error', (err) => this.lost(client, err));
    client.on('end', () => this.lost(client, new Error('connection ended')));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (err) {
      void client.end().catch(() => {});
      throw err;
    }
    this.client = client;
    this.outbox.resume();
    // Half-open connections raise no error: without a probe a listener could wait for ever.
    this.probe = setInterval(() => {
      client.query('select 1').catch((err: unknown) => this.lost(client, err));
    }, PROBE_EVERY_MS).unref();
  }

  private lost(client: pg.Client, err: unknown): void {
    if (this.client !== client) return;
    this.client = null;
    this.outbox.pause();
    if (this.probe) clearInterval(this.probe);
    void client.end().catch(() => {});
    if (this.closed) return;
    this.log.warn({ err }, 'the bus lost its connection');
    this.reconnect(RETRY_MS.first);
  }

  private reconnect(delay: number): void {
    this.retry = setTimeout(async () => {
      try {
        await this.connect();
        if (this.closed) return void this.client?.end().catch(() => {});
        this.log.info({}, 'the bus is connected again');
        this.listeners.reconnected();
      } catch {
        if (!this.closed) this.reconnect(Math.min(delay * 2, RETRY_MS.most));
      }
    }, delay);
  }
}
