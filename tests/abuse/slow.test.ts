import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { sharedServer, stranger } from '../running/shared-server.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const { hostname, port } = new URL(sharedServer.url);

/** Opens a socket and writes the beginning of something. */
async function begin(text: string): Promise<Socket> {
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

it('five thousand sockets with unfinished messages leave the server responsive', async () => {
  const beginnings = [
    'GET /api/system/setting HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    `POST /api/user/login HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    'GET /api/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n',
    'G',
  ];
  for (let count = 0; count < 5_000; count += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => begin(beginnings[index % beginnings.length] ?? '')),
    );
  for (let tries = 0; tries < 5; tries++) {
    const began = performance.now();
    expect((await stranger.get('/healthz')).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(500);
  }
});

it('a flood of upgrades without a session holds no resources', async () => {
  const upgrade = `GET /api/live HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
  for (let count = 0; count < 300; count += 50)
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const socket = await begin(upgrade);
        const [answer] = (await once(socket, 'data')) as [Buffer];
        expect(String(answer)).toMatch(/^HTTP\/1\.1 401/);
      }),
    );
  expect((await stranger.get('/healthz')).status).toBe(200);
});

it.each([
  ['two lengths', 'Content-Length: 3\r\nContent-Length: 30\r\n\r\n{} '],
  [
    'length and chunks',
    'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n',
  ],
  ['a header without a name', ': x\r\n\r\n'],
  ['a header split by a lone CR', 'X: a\rb\r\n\r\n'],
  ['a header of 100 kB', `X: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['a thousand headers', `${'X: y\r\n'.repeat(3_000)}\r\n`],
])('a request with %s is refused and harms nobody', async (_label, rest) => {
  const socket = await begin(
    `POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}`,
  );
  const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean];
  if (Buffer.isBuffer(answer)) expect(String(answer)).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect((await stranger.get('/healthz')).status).toBe(200);
});
