import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import path from 'node:path';
import type { Bus, BusMessage } from '@tandem/api/core/live/bus';
import { notifyBus } from '@tandem/api/core/live/notify-bus';
import { processBus } from '@tandem/api/core/live/process-bus';
import { redisBus } from '@tandem/api/core/live/redis-bus';
import type { Logger } from '@tandem/api/core/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../harness/databases.ts';

const log: Logger = { error() {}, warn() {}, info() {}, debug() {}, child: () => log };
const { REDIS_URL } = process.env;

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** Collects what a bus delivers on a topic. */
function listen(bus: Bus, topic: string) {
  const heard: BusMessage[] = [];
  const stop = bus.subscribe(topic, (message) => heard.push(message));
  return { heard, stop };
}

const until = (isTrue: () => boolean) => expect.poll(isTrue, { timeout: 8_000, interval: 10 }).toBe(true);
const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ type: 'n', n }));

const carriers = [
  { name: 'process', isAlone: true, open: async () => processBus(log) },
  { name: 'NOTIFY', isAlone: false, open: () => notifyBus(database.url, log) },
  ...(REDIS_URL
    ? [{ name: 'Redis', isAlone: false, open: () => redisBus(REDIS_URL, `test:${randomUUID()}`, log) }]
    : []),
];

describe.each(carriers)('the bus over $name', ({ isAlone, name, open }) => {
  /** Two processes' ends of one bus; within one process, the same one twice. */
  async function pair(): Promise<[Bus, Bus]> {
    if (name === 'Redis') {
      const channel = `test:${randomUUID()}`;
      return [
        await redisBus(REDIS_URL as string, channel, log),
        await redisBus(REDIS_URL as string, channel, log),
      ];
    }
    const first = await open();
    return [first, isAlone ? first : await open()];
  }
  const close = (buses: Bus[]) => Promise.all([...new Set(buses)].map((bus) => bus.close()));

  it('delivers to its own process immediately, and once', async () => {
    const [bus, other] = await pair();
    const { heard } = listen(bus, 't');
    bus.publish('t', { type: 'hello' });
    expect(heard).toEqual([{ type: 'hello' }]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(heard).toHaveLength(1);
    await close([bus, other]);
  });

  it('carries 1,000 messages to another process in order, each once', async () => {
    const [bus, other] = await pair();
    const { heard } = listen(other, 't');
    for (const message of numbered(1_000)) bus.publish('t', message);
    await until(() => heard.length >= 1_000);
    expect(heard).toEqual(numbered(1_000));
    await close([bus, other]);
  });

  it('keeps topics apart and stops when unsubscribed', async () => {
    const [bus, other] = await pair();
    const one = listen(other, 'one');
    const two = listen(other, 'two');
    bus.publish('one', { type: 'a' });
    bus.publish('two', { type: 'b' });
    await until(() => two.heard.length === 1);
    expect(one.heard).toEqual([{ type: 'a' }]);
    one.stop();
    bus.publish('one', { type: 'c' });
    bus.publish('two', { type: 'd' });
    await until(() => two.heard.length === 2);
    expect(one.heard).toHaveLength(1);
    await close([bus, other]);
  });

  it('carries messages of any size: 10 B to 1 MB, with four-byte characters', async () => {
    const [bus, other] = await pair();
    const { heard } = listen(other, 't');
    const messages = [10, 7_500, 8_000, 20_000, 1_000_000].flatMap((size) => [
      { type: 'ascii', text: 'x'.repeat(size) },
      { type: 'wide', text: '😀猫\u0000é"\\'.repeat(size / 10) },
    ]);
    for (const message of messages) bus.publish('t', message);
    await until(() => heard.length === messages.length);
    expect(heard).toEqual(messages);
    await close([bus, other]);
  });

  it('a listener that throws does not affect others', async () => {
    const [bus, other] = await pair();
    other.subscribe('t', () => {
      throw new Error('on purpose');
    });
    const { heard } = listen(other, 't');
    expect(() => bus.publish('t', { type: 'a' })).not.toThrow();
    await until(() => heard.length === 1);
    await close([bus, other]);
  });

  it('publishing after close does nothing', async () => {
    const [bus, other] = await pair();
    await close([bus, other]);
    expect(() => bus.publish('t', { type: 'late' })).not.toThrow();
  });
});

/** A door in front of a server that can be shut. */
async function door(target: { host: string; port: number } | { path: string }) {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server: Server = createServer((client) => {
    if (!isOpen) return void client.destroy();
    const upstream = dial('path' in target ? { path: target.path } : target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    shut() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      isOpen = true;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A database URL through a door: its own address may be a TCP port or a socket's folder. */
async function behindDoor(url: string) {
  const name = /\/([^/?]+)(?:\?|$)/.exec(url)?.[1] ?? '';
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const folder = query.get('host');
  if (folder?.startsWith('/')) {
    const gate = await door({ path: path.join(folder, `.s.PGSQL.${query.get('port') ?? 5432}`) });
    const user = /\/\/([^@/?]*)@?/.exec(url)?.[1] || query.get('user') || 'postgres';
    return { gate, url: `postgres://${user}@127.0.0.1:${gate.port}/${name}` };
  }
  const { hostname, port } = new URL(url);
  const gate = await door({ host: hostname, port: Number(port || 5432) });
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(gate.port);
  return { gate, url: through.href };
}

async function losesAndRegains(bus: Bus, other: Bus, gate: Awaited<ReturnType<typeof door>>) {
  const { heard } = listen(other, 't');
  let reconnects = 0;
  other.onReconnect(() => {
    reconnects += 1;
  });
  bus.publish('t', { type: 'before' });
  await until(() => heard.length === 1);
  gate.shut();
  await new Promise((resolve) => setTimeout(resolve, 200));
  gate.open();
  await until(() => reconnects === 1);
  bus.publish('t', { type: 'after' });
  await until(() => heard.some(({ type }) => type === 'after'));
  await Promise.all([bus.close(), other.close()]);
  await gate.close();
}

describe('a bus whose connection breaks', () => {
  it('NOTIFY: reports its return, and continues', async () => {
    const { gate, url } = await behindDoor(database.url);
    await losesAndRegains(await notifyBus(database.url, log), await notifyBus(url, log), gate);
  });

  it('NOTIFY: keeps messages published meanwhile', async () => {
    const { gate, url } = await behindDoor(database.url);
    const bus = await notifyBus(url, log);
    const other = await notifyBus(database.url, log);
    const { heard } = listen(other, 't');
    gate.shut();
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const message of numbered(50)) bus.publish('t', message);
    await new Promise((resolve) => setTimeout(resolve, 300));
    gate.open();
    await until(() => heard.length === 50);
    expect(heard).toEqual(numbered(50));
    await Promise.all([bus.close(), other.close()]);
    await gate.close();
  });

  it.runIf(REDIS_URL)('Redis: reports its return, and continues', async () => {
    const { hostname, port } = new URL(REDIS_URL as string);
    const gate = await door({ host: hostname, port: Number(port || 6379) });
    const channel = `test:${randomUUID()}`;
    await losesAndRegains(
      await redisBus(REDIS_URL as string, channel, log),
      await redisBus(`redis://127.0.0.1:${gate.port}`, channel, log),
      gate,
    );
  });

  it('refuses to start without its carrier', async () => {
    await expect(notifyBus('postgres://127.0.0.1:9/none', log)).rejects.toThrow();
    await expect(redisBus('redis://127.0.0.1:9', 'none', log)).rejects.toThrow();
  });
});

describe('a second operating-system process', () => {
  const remote = (url: string) => fork(path.join(import.meta.dirname, 'bus-peer.ts'), [url]);

  it('sends and receives over NOTIFY', async () => {
    const bus = await notifyBus(database.url, log);
    const { heard } = listen(bus, 'answer');
    const peer = remote(database.url);
    await new Promise((resolve) => peer.once('message', resolve));
    bus.publish('question', { type: 'q', text: 'x'.repeat(30_000) });
    await until(() => heard.length === 1);
    expect(heard[0]).toEqual({ type: 'a', length: 30_000 });
    peer.kill();
    await bus.close();
  });
});
