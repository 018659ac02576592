import { once } from 'node:events';
import { documentHubOf } from '@tandem/api/document/collab/hub';
import { SESSION_COOKIE } from '@tandem/api/identity/session/cookie';
import { describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import type { TestEditor } from '../../running/editor.ts';
import { useDocument } from '../discussion/fixture.ts';
import { useServer } from '../harness/server.ts';

const server = useServer();
const fixture = useDocument(server);

/** Knocks at the door of documents. @returns 101 when it opens, else the status of the refusal */
async function knock(headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/collab`, { headers });
  socket.on('error', () => {});
  const answer = await Promise.race([
    once(socket, 'open').then(() => 101),
    once(socket, 'unexpected-response').then(async ([, response]) => {
      // The server releases the connection of a refused client.
      await once(response.resume().socket, 'close', { signal: AbortSignal.timeout(5_000) });
      return response.statusCode as number;
    }),
  ]);
  socket.terminate();
  return answer;
}

describe('the collaboration socket', () => {
  it('opens by a bearer token alone, for programs and the desktop application', async () => {
    const { token } = fixture.api;
    expect(await knock({ authorization: `Bearer ${token}` })).toBe(101);
    // Any origin: another site has no token to send.
    expect(await knock({ authorization: `Bearer ${token}`, origin: server.url })).toBe(101);
    const editor = await fixture.edit();
    editor.write('by a program');
    await editor.saved();
    const { content } = await fixture.api.trpc.document.content.query({
      ...{ documentId: fixture.documentId, format: 'markdown' },
    });
    expect(content).toBe('by a program\n');
  });

  it('opens by the cookie for our own pages only', async () => {
    const cookie = `${SESSION_COOKIE}=${fixture.api.token}`;
    expect(await knock({ cookie, origin: server.url })).toBe(101);
    expect(await knock({ cookie, origin: 'https://evil.example' })).toBe(403);
    expect(await knock({ cookie })).toBe(403);
  });

  it('stays closed without a session, and for a wrong token beside a valid cookie', async () => {
    const cookie = `${SESSION_COOKIE}=${fixture.api.token}`;
    expect(await knock({})).toBe(401);
    expect(await knock({ authorization: 'Bearer a.b.c' })).toBe(401);
    expect(await knock({ authorization: 'Bearer a.b.c', cookie, origin: server.url })).toBe(401);
  });

  it('closes within five seconds when its session ends, and does not reopen', async () => {
    const other = await fixture.person();
    const editor = await fixture.edit(other.api);
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
    const { documentId } = fixture;
    const seq = 1_000_000;
    await server.db
      .insertInto('document_update')
      .values({ documentId, seq, update: Buffer.from('no change at all'), userId: null })
      .execute();
    return () => server.db.deleteFrom('document_update').where('seq', '=', seq).execute();
  }

  it('is retried until it loads', async () => {
    const mend = await spoil();
    const refusals = vi.spyOn(server.platform.log, 'warn');
    const editors = [fixture.edit(), fixture.edit(), fixture.edit((await fixture.person()).api)];
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
    expect(documentHubOf(server.platform).isOpen(fixture.documentId)).toBe(true);
  });
});

describe('a document whose last editor leaves', () => {
  it('is released, even when reopened while it is compacted', async () => {
    const isHere = () => documentHubOf(server.platform).isOpen(fixture.documentId);
    const editor = await fixture.edit();
    for (let n = 0; n < 40; n += 1) {
      editor.write(`${n}`);
      await editor.saved();
    }
    // The process that compacts it waits for its row.
    const held = Promise.withResolvers<void>();
    const holding = server.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('document')
        .select('seq')
        .where('channelId', '=', fixture.documentId)
        .forUpdate()
        .execute();
      await held.promise;
    });
    const leave = async (one: TestEditor) => {
      one.close();
      await expect.poll(isHere).toBe(false);
    };
    await leave(editor);
    await leave(await fixture.edit());
    held.resolve();
    await holding;
  });
});
