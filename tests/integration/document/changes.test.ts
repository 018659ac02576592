import { FRAGMENT } from '@tandem/shared/document/schema';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { textOf } from '../../running/editor.ts';
import { openDocument } from '../discussion/fixture.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam } from '../workspace/team.ts';

const server = useServer();

describe('changes of a document', () => {
  it('are read by plain requests too: all, then those since, then none', async () => {
    const fixture = await openDocument(server);
    await fixture.allow('view');
    const { changes } = (await fixture.person()).api.trpc.document;
    const { documentId } = fixture;
    const writer = await fixture.edit();
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
    fixture.close();
  });

  it('do not exist for anyone who may not see it, nor for chats', async () => {
    const fixture = await openDocument(server);
    const stranger = await openTeam(server);
    const { documentId, api, app } = fixture;
    await expectRefused(stranger.api.trpc.document.changes.query({ documentId }), 'notFound');
    const chat = await api.trpc.channel.create.mutate({ appId: app.id, name: 'Talk' });
    await expectRefused(api.trpc.document.changes.query({ documentId: chat.id }), 'notFound');
    await expectRefused(api.trpc.document.changes.query({ documentId, after: -1 }), 'invalidInput');
  });

  it('are rate-limited for one person without affecting others', async () => {
    const fixture = await openDocument(server);
    const { documentId } = fixture;
    const { changes } = fixture.api.trpc.document;
    const other = await fixture.person();
    for (let n = 0; n < 240; n += 1) await changes.query({ documentId, after: 1 });
    await expectRefused(changes.query({ documentId }), 'tooManyRequests');
    await expect(other.api.trpc.document.changes.query({ documentId })).resolves.toHaveProperty('seq');
  });
});
