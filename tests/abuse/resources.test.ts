import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { apiFor } from '../running/api.ts';
import { atDepth } from '../running/depth.ts';
import { until } from '../running/live.ts';
import type { Person } from '../running/people.ts';
import type { RunningServer } from '../running/server.ts';
import { type ServerWithOwner, startWithOwner } from '../running/with-owner.ts';

/** Peak memory of a server in MB, whatever one person asks of it; an idle one uses about 180. */
const MEMORY_MB = 600;
const STREAMS_PER_PERSON = 200;
/** Milliseconds for which nothing more is taken, after which nothing will be. */
const STANDING_MS = atDepth(2_000, 8_000);

// Its own server: requests of other tests on the shared one would be counted here.
let opened: ServerWithOwner;
let server: RunningServer;
let person: Person;
let channelId: string;

beforeAll(async () => {
  opened = await startWithOwner();
  ({ server, person } = opened);
  const { trpc } = person.api;
  ({ id: channelId } = await trpc.channel.create.mutate({ appId: opened.appId }));
});
afterAll(() => opened?.close());

const open: WebSocket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});

async function connect(): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  open.push(socket);
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('open', resolve));
  return socket;
}

/** @param padding content of an unknown field; without it the input is valid */
function subscribe(socket: WebSocket, id: number, padding = ''): void {
  const input = { json: { channelId, ...(padding && { padding }) } };
  socket.send(JSON.stringify({ id, method: 'subscription', params: { path: 'live.channel', input } }));
}

/** The most memory, in MB, that the server was seen to hold while something went on. */
async function peakDuring(action: () => Promise<void>): Promise<number> {
  let peak = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await memory());
      await sleep(100);
    }
  })();
  await action();
  isOver = true;
  await watching;
  return peak;
}

/** Waits until the server has taken all that it takes from a socket, and has had time to work on it. */
async function takenFrom(socket: WebSocket): Promise<void> {
  let [waiting, since] = [-1, 0];
  await until(
    'the server takes no more',
    () => {
      if (socket.readyState === WebSocket.CLOSED) return true;
      if (socket.bufferedAmount !== waiting) [waiting, since] = [socket.bufferedAmount, performance.now()];
      return performance.now() - since > STANDING_MS;
    },
    60_000,
  );
}

async function memory(): Promise<number> {
  const { text } = await person.api.get('/metrics');
  const bytes = /^process_resident_memory_bytes (\d+)/m.exec(text)?.[1];
  if (!bytes) throw new Error(`/metrics tells no memory:\n${text.slice(0, 500)}`);
  return Number(bytes) / 1024 / 1024;
}

it('one person follows a limited number of streams at once; ending one allows another', async () => {
  const socket = await connect();
  const following = new Set<number>();
  const refused = new Set<number>();
  socket.on('message', (data) => {
    const { id, result, error } = JSON.parse(String(data));
    if (result?.type === 'data') following.add(id);
    if (error) refused.add(id);
  });
  for (let id = 1; id <= STREAMS_PER_PERSON + 5; id++) subscribe(socket, id);
  await until('each has its answer', () => following.size + refused.size === STREAMS_PER_PERSON + 5, 30_000);
  expect([following.size, refused.size]).toEqual([STREAMS_PER_PERSON, 5]);

  const [first] = following;
  socket.send(JSON.stringify({ id: first, method: 'subscription.stop' }));
  let next = 1_000;
  await until('there is room again', async () => {
    subscribe(socket, ++next);
    await sleep(200);
    return following.has(next);
  });
});

it.each([
  ['by subscribing thousands of times on a socket that they do not read', 4_000, 0],
  ['by messages as large as they may be', 2_000, 60_000],
])('nobody makes the server hold much memory %s', async (_label, count, size) => {
  const socket = await connect();
  socket.pause();
  const peak = await peakDuring(async () => {
    for (let id = 1; id <= count; id++) subscribe(socket, id, 'x'.repeat(size));
    await takenFrom(socket);
  });
  expect(peak).toBeLessThan(MEMORY_MB);
  expect((await person.api.get('/api/user/profile')).status).toBe(200);
});

it('a stranger cannot have a large array allocated by naming an index', async () => {
  const input = {
    json: [200_000_000],
    meta: { v: 1, values: { 0: [['typed-array', 'Uint8Array']], '00': ['set'] } },
  };
  const began = performance.now();
  const answer = await apiFor(server.url).get('/api/system.setting', { input: JSON.stringify(input) });
  expect(answer.status).toBe(400);
  expect(performance.now() - began).toBeLessThan(1_000);
});
