import { once } from 'node:events';
import { documentHubOf } from '@tandem/api/document/collab/hub';
import { SESSION_COOKIE } from '@tandem/api/identity/session/cookie';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import type { TestEditor } from '../../running/editor.ts';
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

describe('a document that cannot be loaded', () => {
  /** Spoils what is stored of the document. @returns mends it */
  async function spoil(): Promise<() => Promise<unknown>> {
    const { documentId } = stage;
    const seq = 1_000_000;
    await server.db
      .insertInto('document_update')
      .values({ documentId, seq, update: Buffer.from('no change at all'), userId: null })
      .execute();
    return () => server.db.deleteFrom('document_update').where('seq', '=', seq).execute();
  }

  it('is asked for again until it can', async () => {
    const mend = await spoil();
    const refusals = vi.spyOn(server.platform.log, 'warn');
    const editors = [stage.edit(), stage.edit(), stage.edit((await stage.person()).api)];
    const refused = () =>
      refusals.mock.calls.filter(([, message]) => message === 'a document could not be opened');
    await expect.poll(() => refused().length, { timeout: 20_000 }).toBeGreaterThan(6);
    refusals.mockRestore();
    await mend();
    for (const editor of await Promise.all(editors)) {
      expect(editor.refusal).toBeNull();
      editor.write('here');
      await editor.saved();
    }
    expect(documentHubOf(server.platform).isOpen(stage.documentId)).toBe(true);
  });
});

describe('a document whose last editor leaves', () => {
  it('is let go of, also when it was opened again while what is stored was made small', async () => {
    const isHere = () => documentHubOf(server.platform).isOpen(stage.documentId);
    const editor = await stage.edit();
    for (let n = 0; n < 40; n += 1) {
      editor.write(`${n}`);
      await editor.saved();
    }
    // Whoever makes it small waits for its row.
    const held = Promise.withResolvers<void>();
    const holding = server.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('document')
        .select('seq')
        .where('channelId', '=', stage.documentId)
        .forUpdate()
        .execute();
      await held.promise;
    });
    const leave = async (one: TestEditor) => {
      one.close();
      await expect.poll(isHere).toBe(false);
    };
    await leave(editor);
    await leave(await stage.edit());
    held.resolve();
    await holding;
  });
});
