import { once } from 'node:events';
import { SESSION_COOKIE } from '@tandem/api/session/session.cookie';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type DocumentStage, openDocument } from '../discussion/stage.ts';
import { startServer, type TestServer } from '../harness/server.ts';

let server: TestServer;
let stage: DocumentStage;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  stage = await openDocument(server);
});
afterEach(() => stage.close());
afterAll(() => server.close());

/** Knocks at the door of documents. @returns 101 when it opens, else the status of the refusal */
async function knock(headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/collab`, { headers });
  socket.on('error', () => {});
  const answer = await Promise.race([
    once(socket, 'open').then(() => 101),
    once(socket, 'unexpected-response').then(async ([, response]) => {
      // Whoever is refused holds nothing: the server lets go of the connection.
      await once(response.resume().socket, 'close', { signal: AbortSignal.timeout(5_000) });
      return response.statusCode as number;
    }),
  ]);
  socket.terminate();
  return answer;
}

describe('the socket of documents', () => {
  it('opens by a bearer token alone, for programs and the desktop application', async () => {
    const { token } = stage.api;
    expect(await knock({ authorization: `Bearer ${token}` })).toBe(101);
    // Whatever page it is that sends it: another site has no token to send.
    expect(await knock({ authorization: `Bearer ${token}`, origin: server.url })).toBe(101);
    const editor = await stage.edit();
    editor.write('by a program');
    await editor.saved();
    const { content } = await stage.api.trpc.document.content.query({
      ...{ documentId: stage.documentId, format: 'markdown' },
    });
    expect(content).toBe('by a program\n');
  });

  it('opens by the cookie for our own pages only', async () => {
    const cookie = `${SESSION_COOKIE}=${stage.api.token}`;
    expect(await knock({ cookie, origin: server.url })).toBe(101);
    expect(await knock({ cookie, origin: 'https://evil.example' })).toBe(403);
    expect(await knock({ cookie })).toBe(403);
  });

  it('stays closed without a session, and for a wrong token beside a right cookie', async () => {
    const cookie = `${SESSION_COOKIE}=${stage.api.token}`;
    expect(await knock({})).toBe(401);
    expect(await knock({ authorization: 'Bearer a.b.c' })).toBe(401);
    expect(await knock({ authorization: 'Bearer a.b.c', cookie, origin: server.url })).toBe(401);
  });

  it('closes within five seconds when its session ends, and opens no more', async () => {
    const other = await stage.person();
    const editor = await stage.edit(other.api);
    let isClosed = false;
    editor.provider.on('close', () => {
      isClosed = true;
    });
    await other.api.get('/api/user/logout');
    await expect.poll(() => isClosed, { timeout: 5_000, interval: 20 }).toBe(true);
    expect(await knock({ authorization: `Bearer ${other.api.token}` })).toBe(401);
  });
});
