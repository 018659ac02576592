import { FRAGMENT } from '@tandem/shared/document/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { textOf } from '../../running/editor.ts';
import { openDocument } from '../discussion/stage.ts';
import { startServer, type TestServer } from '../harness/server.ts';
import { expectRefused, openTeam } from '../workspace/team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('what changed in a document', () => {
  it('is read by plain requests too: all of it, then what came since, then nothing', async () => {
    const stage = await openDocument(server);
    await stage.allow('view');
    const { changes } = (await stage.person()).api.trpc.document;
    const { documentId } = stage;
    const writer = await stage.edit();
    const doc = new Y.Doc();
    const take = async (after: number) => {
      const { seq, update } = await changes.query({ documentId, after });
      if (update !== null) Y.applyUpdate(doc, Buffer.from(update, 'base64'));
      return { seq, isNew: update !== null, text: textOf(doc.getXmlFragment(FRAGMENT)) };
    };
    writer.write('one');
    await writer.saved();
    const first = await take(0);
    expect(first).toMatchObject({ isNew: true, text: 'one' });
    expect(await take(first.seq)).toEqual({ ...first, isNew: false });
    writer.write('two');
    writer.write('three');
    await writer.saved();
    const second = await take(first.seq);
    expect(second).toMatchObject({ isNew: true, text: 'one\ntwo\nthree' });
    expect(second.seq).toBeGreaterThan(first.seq);
    expect(await take(second.seq)).toMatchObject({ seq: second.seq, isNew: false });
    stage.close();
  });

  it('is not there for anyone who may not see it, nor of what is no document', async () => {
    const stage = await openDocument(server);
    const stranger = await openTeam(server);
    const { documentId, api, app } = stage;
    await expectRefused(stranger.api.trpc.document.changes.query({ documentId }), 'notFound');
    const chat = await api.trpc.channel.create.mutate({ appId: app.id, name: 'Talk' });
    await expectRefused(api.trpc.document.changes.query({ documentId: chat.id }), 'notFound');
    await expectRefused(api.trpc.document.changes.query({ documentId, after: -1 }), 'invalidInput');
  });

  it('is read so often by one person, and by others all the same', async () => {
    const stage = await openDocument(server);
    const { documentId } = stage;
    const { changes } = stage.api.trpc.document;
    const other = await stage.person();
    for (let n = 0; n < 240; n += 1) await changes.query({ documentId, after: 1 });
    await expectRefused(changes.query({ documentId }), 'tooManyRequests');
    await expect(other.api.trpc.document.changes.query({ documentId })).resolves.toHaveProperty('seq');
  });
});
