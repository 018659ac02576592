import { connect, type Socket } from 'node:net';
import { transaction } from '@tandem/db';
import { makeMessage } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { atDepth } from '../running/depth.ts';
import { until } from '../running/live.ts';
import { type Person, signUp } from '../running/people.ts';
import type { RunningServer } from '../running/server.ts';
import { type ServerWithOwner, startWithOwner } from '../running/with-owner.ts';

/** One page of the longest messages. */
const MESSAGES = 100;
const LONGEST = 100_000;

// Its own server: these requests would disturb other tests.
let opened: ServerWithOwner;
let server: RunningServer;
let person: Person;
let other: Person;
let channelId: string;

beforeAll(async () => {
  opened = await startWithOwner();
  ({ server, person } = opened);
  const { db } = await server.database();
  await db
    .updateTable('team')
    .set({ preference: JSON.stringify({ registration: 'open' }) })
    .execute();
  other = await signUp(server.url, opened.mailbox, 'another@example.test', 'Another');
  const { trpc } = person.api;
  ({ id: channelId } = await trpc.channel.create.mutate({ appId: opened.appId }));
  for (let n = 0; n < MESSAGES; n++)
    await makeMessage(db, {
      channelId,
      authorId: person.id,
      text: `${n} ${'word '.repeat(LONGEST / 5 - 1)}`,
    });
});
afterAll(() => opened?.close());

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

const history = () => `/api/channel/${channelId}/history?pageSize=${MESSAGES}`;
/** Twenty times the longest page in one answer. */
const batch = () => {
  const inputs = Array.from({ length: 20 }, (_, n) => [n, { json: { channelId, limit: MESSAGES } }]);
  const input = encodeURIComponent(JSON.stringify(Object.fromEntries(inputs)));
  return `/api/${inputs.map(() => 'message.list').join(',')}?batch=1&input=${input}`;
};

/** Sends a request and does not read the response. */
function ask(path: string): void {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  socket.on('error', () => {}).pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${person.token}\r\n\r\n`);
}

/**
 * Reads the rest of a response that nobody has read so far.
 * @returns whether all of it arrives
 */
async function isKept(socket: Socket): Promise<boolean> {
  let head = '';
  let length = 0;
  let isWhole = false;
  socket.on('data', (data: Buffer) => {
    if (length === 0) head = data.toString('latin1').split('\r\n\r\n')[0] ?? '';
    length += data.length;
    isWhole = length >= head.length + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    if (isWhole) socket.end();
  });
  await new Promise((resolve) => {
    socket.once('close', resolve).resume();
  });
  return isWhole;
}

it('one person’s requests do not make others wait for a database connection', async () => {
  const { db } = await server.database();
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = transaction(db, async (tx) => {
    await sql`lock table "message" in access exclusive mode`.execute(tx);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  try {
    for (let n = 0; n < 60; n++) ask(history());
    await until('their calls wait', async () => {
      const { rows } = await sql`
        select from "pg_locks" where "relation" = '"message"'::regclass and not "granted"`.execute(db);
      return rows.length >= 4;
    });
    // Answered although those are not: each has to find who asks, and the spaces.
    for (let n = 0; n < 20; n++) expect((await other.api.get('/api/space/list')).status).toBe(200);
  } finally {
    released.resolve();
    await holding;
  }
});

it.each([
  ['answers', atDepth(15, 60), history],
  ['batches of 20', atDepth(3, 6), batch],
])('little is buffered for somebody who reads none of many %s', async (_label, count, path) => {
  for (let n = 0; n < count; n++) ask(path());
  for (const socket of open)
    await until(
      'it is answered',
      () => {
        socket.read(0);
        return socket.destroyed || socket.readableLength > 0;
      },
      45_000,
    );
  const kept = await Promise.all(open.filter(({ destroyed }) => !destroyed).map(isKept));
  // Each is longer than half of the buffer for one person.
  expect(kept.filter(Boolean).length).toBeLessThanOrEqual(2);
  expect((await person.api.get('/api/user/profile')).status).toBe(200);
});
