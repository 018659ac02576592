import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { Actor } from '@tandem/api/core/actor';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitRequestTime } from './requestTimeout.ts';

const LIMIT_MS = 100;
const FILE_MS = 600;

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = Fastify();
  app.decorateRequest('actor');
  app.addHook('onRequest', async (request) => {
    const isKnown = request.headers.authorization !== undefined;
    request.actor = (isKnown ? { kind: 'user' } : { kind: 'anonymous' }) as Actor;
  });
  limitRequestTime(app, LIMIT_MS, FILE_MS);
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume().once('end', () => done(null));
  });
  app.post('/json', async () => 'json');
  app.post('/file', { config: { takesFile: true } }, async () => 'file');
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends half of a body, and the rest after `pause` milliseconds. @returns the first line of the answer */
async function sendSlowly(path: string, pause: number, headers = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/x\r\n${headers}Content-Length: 4\r\n\r\nha`,
  );
  const timer = setTimeout(() => socket.write('lf'), pause);
  const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean];
  clearTimeout(timer);
  socket.destroy();
  return String(answer).split('\r\n')[0] ?? '';
}

it('accepts a body that arrives in time', async () => {
  expect(await sendSlowly('/json', 10)).toBe('HTTP/1.1 200 OK');
});

it('gives up a body that takes too long', async () => {
  expect(await sendSlowly('/json', LIMIT_MS * 3)).toBe('HTTP/1.1 408 Request Timeout');
});

it('gives a signed-in sender more time for a file', async () => {
  expect(await sendSlowly('/file', LIMIT_MS * 3, 'Authorization: Bearer x\r\n')).toBe('HTTP/1.1 200 OK');
  expect(await sendSlowly('/file', LIMIT_MS * 3)).toBe('HTTP/1.1 408 Request Timeout');
  expect(await sendSlowly('/json', LIMIT_MS * 3, 'Authorization: Bearer x\r\n')).toBe(
    'HTTP/1.1 408 Request Timeout',
  );
});

it('gives up a file that never arrives', async () => {
  expect(await sendSlowly('/file', FILE_MS * 3, 'Authorization: Bearer x\r\n')).toBe(
    'HTTP/1.1 408 Request Timeout',
  );
});
