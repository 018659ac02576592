import { describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam } from '../workspace/team.ts';
import { makeNote } from './by-rest.ts';

const server = useServer();
const makeDocument = (content?: string) => makeNote(server, content);

describe('documents', () => {
  it('are created with an app, in it and below one another, with content', async () => {
    const { api } = await openTeam(server);
    const made = await api.post('/api/appDoc', { name: 'Handbook', icon: '📘' });
    const { id, type, document } = made.data as { id: string; type: string; document: { id: string } };
    expect(type).toBe('note');
    const child = await api.post(`/api/app/${id}/channelDoc`, {
      parentGuid: document.id,
      name: 'Below',
      content: '## Words',
    });
    expect(child.data).toMatchObject({ channelParentGuid: document.id, title: 'Below' });
    const { id: childId } = child.data as { id: string };
    expect(await api.trpc.document.content.query({ documentId: childId, format: 'html' })).toMatchObject({
      content: '<h2>Words</h2>',
    });
    const list = await api.get(`/api/app/${id}/channelDoc/-/list`);
    expect((list.data as { id: string }[]).map((each) => each.id).sort()).toEqual(
      [document.id, childId].sort(),
    );
    const recent = await api.get('/api/channelDoc/-/recent');
    expect((recent.data as { id: string }[]).map((each) => each.id)).toEqual([childId, document.id]);
    expect((await openTeam(server).then((other) => other.api.get('/api/channelDoc/-/recent'))).data).toEqual(
      [],
    );
  });

  it('have a title, an icon, a width and a cover of their own', async () => {
    const { api, path, documentId } = await makeDocument();
    const put = await api.put(`${path}/attr`, { title: 'Plan', icon: '🗺️', isWide: true });
    expect(put.data).toMatchObject({ title: 'Plan', icon: '🗺️', isWide: true, cover: '' });
    const read = await api.get(`${path}/attr`);
    expect(read.data).toEqual(put.data);
    expect((await api.put(`${path}/attr`, read.data as object)).status).toBe(200);
    await expectRefused(
      api.trpc.document.setAttr.mutate({ documentId, cover: crypto.randomUUID(), title: 'Lost' }),
      'notFound',
    );
    expect((await api.get(`${path}/attr`)).data).toMatchObject({ title: 'Plan' });
    expect(await api.trpc.channel.get.query({ channelId: documentId })).toMatchObject({ name: 'Plan' });
  });

  it('are duplicated with their content, once for a key', async () => {
    const { api, documentId, holder } = await makeDocument('- [x] done\n\n> said');
    const clientKey = crypto.randomUUID();
    const copy = await api.trpc.document.duplicate.mutate({ documentId, clientKey });
    const again = await api.trpc.document.duplicate.mutate({ documentId, clientKey });
    expect(again.id).toBe(copy.id);
    const read = (id: string) => api.trpc.document.content.query({ documentId: id, format: 'markdown' });
    expect((await read(copy.id)).content).toBe((await read(documentId)).content);
    await api.trpc.document.append.mutate({ documentId: copy.id, content: 'more' });
    expect((await read(documentId)).content).not.toContain('more');
    await expectRefused((await holder('edit')).trpc.document.duplicate.mutate({ documentId }), 'notFound');
  });

  it('are sorted completely or not at all', async () => {
    const { api, appId, documentId } = await makeDocument();
    const make = async (name: string) => (await api.trpc.document.create.mutate({ appId, name })).id;
    const [b, c] = [await make('b'), await make('c')];
    const sort = (items: object[]) => api.put(`/api/app/${appId}/channelDoc/-/changeSort`, { items });
    const order = async () =>
      (await api.trpc.document.list.query({ appId }))
        .filter(({ parentId }) => parentId === null)
        .map(({ id }) => id);
    expect(
      (
        await sort([
          { id: c, sort: 2 },
          { id: documentId, sort: 0 },
          { id: b, sort: 1 },
        ])
      ).status,
    ).toBe(200);
    expect(await order()).toEqual([documentId, b, c]);
    expect(
      (
        await sort([
          { id: c, sort: 0 },
          { id: crypto.randomUUID(), sort: 1 },
        ])
      ).status,
    ).toBe(404);
    expect(
      (
        await sort([
          { id: c, parentId: b, sort: 0 },
          { id: b, parentId: c, sort: 0 },
        ])
      ).status,
    ).toBe(400);
    expect(await order()).toEqual([documentId, b, c]);
    expect((await sort([{ id: c, parentId: b, sort: 0 }])).status).toBe(200);
    expect(await order()).toEqual([documentId, b]);
  });
});
