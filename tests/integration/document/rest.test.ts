import { SESSION_COOKIE } from '@tandem/api/identity/session/cookie';
import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEditor, type TestEditor } from '../../running/editor.ts';
import { startServer, type TestServer } from '../harness/server.ts';
import { expectRefused, openTeam } from '../workspace/team.ts';

let server: TestServer;
const editors: TestEditor[] = [];

beforeAll(async () => {
  server = await startServer();
});
afterEach(() => {
  for (const editor of editors.splice(0)) editor.close();
});
afterAll(() => server.close());

async function makeDocument(content?: string) {
  const team = await openTeam(server);
  const { app, document } = await team.api.trpc.document.createApp.mutate({ name: 'Notes' });
  const path = `/api/app/${app.id}/channelDoc/${document.id}`;
  if (content !== undefined)
    await team.api.trpc.document.putContent.mutate({ documentId: document.id, content });
  /** A person who holds this much on the document. */
  const holder = async (level: 'view' | 'comment' | 'edit') => {
    const person = await team.person('guest');
    const { id: userId } = person.user;
    await makeGrant(server.db, {
      teamId: team.team.id,
      targetId: document.id,
      userId,
      level: levelRank[level],
    });
    return person.api;
  };
  return { ...team, appId: app.id, documentId: document.id, path, holder };
}

/** A request as other programs make it. */
async function ask(
  api: { token: string | null },
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${api.token}`, ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null;
  return { status: answer.status, headers: answer.headers, text, json };
}

const markdown = { 'content-type': 'text/markdown' };
const json = { 'content-type': 'application/json' };

describe('content of a document by REST', () => {
  it('is read as blocks, Markdown or HTML', async () => {
    const { api, path } = await makeDocument('# Plan\n\n- one\n- **two**');
    const url = `${path}/content`;
    const blocks = await ask(api, 'GET', url);
    expect(blocks.json).toMatchObject({
      code: 0,
      data: {
        content: [{ type: 'heading' }, { type: 'bulletListItem' }, { type: 'bulletListItem' }],
        wordCount: 3,
      },
    });
    expect((await ask(api, 'GET', url, { accept: 'text/markdown' })).text).toBe(
      '# Plan\n\n- one\n- **two**\n',
    );
    const html = await ask(api, 'GET', url, { accept: 'text/html, */*;q=0.1' });
    expect(html.headers.get('content-type')).toMatch(/^text\/html/);
    expect(html.headers.get('content-security-policy')).toContain('sandbox');
    expect(html.text).toContain('<li><strong>two</strong></li>');
    const tag = html.headers.get('etag') as string;
    const again = await ask(api, 'GET', url, { accept: 'text/html', 'if-none-match': tag });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is written as blocks, Markdown or HTML, and what was read can be put back', async () => {
    const { api, path } = await makeDocument('first\n\nsecond');
    const url = `${path}/content`;
    const read = await ask(api, 'GET', url);
    const { content, format } = read.json.data;
    const same = await ask(api, 'PUT', url, json, JSON.stringify({ content, format }));
    expect(same.headers.get('etag')).toBe(read.headers.get('etag'));
    for (const [headers, body] of [
      [markdown, '> written\n'],
      [{ 'content-type': 'text/html; charset=utf-8' }, '<blockquote>written</blockquote>'],
      [json, JSON.stringify({ content: '> written' })],
      [json, JSON.stringify({ content: '<blockquote>written</blockquote>', format: 'html' })],
      [json, JSON.stringify({ content: [{ type: 'quote', content: 'written' }] })],
    ] as const) {
      expect((await ask(api, 'PUT', url, markdown, 'something else')).status).toBe(200);
      const put = await ask(api, 'PUT', url, headers, body);
      expect(put.status, put.text).toBe(200);
      expect((await ask(api, 'GET', url, { accept: 'text/markdown' })).text).toBe('> written\n');
    }
  });

  it('is not written over what somebody else wrote meanwhile, if one says what one read', async () => {
    const { api, path } = await makeDocument('one');
    const url = `${path}/content`;
    const tag = (await ask(api, 'GET', url, { accept: 'text/markdown' })).headers.get('etag') as string;
    const put = (ifMatch: string, text: string) =>
      ask(api, 'PUT', url, { ...markdown, 'if-match': ifMatch }, text);
    const first = await put(tag, 'two');
    expect(first.status).toBe(200);
    const late = await put(tag, 'three');
    expect([late.status, late.json.code]).toEqual([412, 41_200]);
    expect((await put('"nonsense"', 'three')).status).toBe(412);
    expect((await put(first.headers.get('etag') as string, 'three')).status).toBe(200);
    expect((await put('*', 'four')).status).toBe(200);
  });

  it('grows at its end, before an empty paragraph', async () => {
    const { api, path } = await makeDocument();
    const append = (headers: Record<string, string>, body: string) =>
      ask(api, 'PUT', `${path}/appendContent`, headers, body);
    expect((await append(markdown, '- a')).status).toBe(200);
    expect(
      (await append(json, JSON.stringify({ content: [{ type: 'paragraph', content: 'b' }] }))).status,
    ).toBe(200);
    const read = await ask(api, 'GET', `${path}/content`);
    expect(
      read.json.data.content.map(({ type, content }: { type: string; content: unknown[] }) => [
        type,
        content.length,
      ]),
    ).toEqual([
      ['bulletListItem', 1],
      ['paragraph', 1],
      ['paragraph', 0],
    ]);
  });

  it('C35: fails with a status of its own, and cookie credentials suffice', async () => {
    const { api, path, appId } = await makeDocument('secret words');
    const cookie = { cookie: `${SESSION_COOKIE}=${api.token}` };
    const read = await fetch(`${server.url}${path}/content`, { headers: cookie });
    expect([read.status, await read.text()]).toEqual([200, expect.stringContaining('secret words')]);
    const other = await openTeam(server);
    for (const [who, url, status] of [
      [{ token: 'none' }, `${path}/content`, 401],
      [other.api, `${path}/content`, 404],
      [api, `/api/app/${appId}/channelDoc/${crypto.randomUUID()}/content`, 404],
      [api, `/api/app/${other.app.id}/channelDoc/${path.split('/').at(-1)}/content`, 404],
      [api, `/api/app/${appId}/channelDoc/x/content`, 400],
    ] as const) {
      const answer = await ask(who, 'GET', url);
      expect(answer.status, url).toBe(status);
      expect(answer.json).toMatchObject({ data: null });
      expect(answer.text).not.toContain('secret');
    }
  });

  it('says what is wrong with what cannot be read, and changes nothing', async () => {
    const { api, path } = await makeDocument('as it was');
    const url = `${path}/content`;
    const deep = `${'[{"type":"paragraph","children":'.repeat(5_000)}[]${'}]'.repeat(5_000)}`;
    for (const [headers, body, status] of [
      [json, JSON.stringify({ content: [{ type: 'video game' }] }), 400],
      [json, JSON.stringify({ content: [{ type: 'paragraph', props: { onclick: 'x' } }] }), 400],
      [json, JSON.stringify({ content: [{ type: 'image', props: { url: 'javascript:alert(1)' } }] }), 400],
      [
        json,
        JSON.stringify({
          content: [
            {
              type: 'table',
              content: {
                type: 'tableContent',
                rows: [{ cells: [{ type: 'tableCell', content: 'x', props: { colspan: 1e9 } }] }],
              },
            },
          ],
        }),
        400,
      ],
      [json, `{"content":${deep}}`, 400],
      [json, JSON.stringify({ content: 7 }), 400],
      [json, JSON.stringify({}), 400],
      [json, '{', 400],
      [{ 'content-type': 'application/pdf' }, 'x', 415],
      [{ 'content-type': 'text/plain' }, 'x', 415],
      [markdown, 'x'.repeat(9_000_000), 413],
    ] as const)
      expect([(await ask(api, 'PUT', url, headers, body)).status, body.slice(0, 80)]).toEqual([
        status,
        body.slice(0, 80),
      ]);
    expect((await ask(api, 'GET', url, { accept: 'text/markdown' })).text).toBe('as it was\n');
  });

  it('is read by anyone who views, written by anyone who edits, and by nobody in the archive', async () => {
    const { api, path, documentId, holder } = await makeDocument('words');
    for (const level of ['view', 'comment'] as const) {
      const reader = await holder(level);
      expect((await ask(reader, 'GET', `${path}/content`)).status).toBe(200);
      for (const [method, url] of [
        ['PUT', `${path}/content`],
        ['PUT', `${path}/appendContent`],
      ] as const)
        expect((await ask(reader, method, url, markdown, 'x')).status).toBe(403);
      await expectRefused(reader.trpc.document.setAttr.mutate({ documentId, title: 'Mine' }), 'forbidden');
    }
    expect((await ask(await holder('edit'), 'PUT', `${path}/appendContent`, markdown, 'x')).status).toBe(200);
    await api.trpc.channel.archive.mutate({ channelId: documentId });
    const held = await ask(api, 'PUT', `${path}/content`, markdown, 'x');
    expect([held.status, held.json.code]).toEqual([409, 40_940]);
    expect((await ask(api, 'GET', `${path}/content`)).status).toBe(200);
  });

  it('meets people who type: all see the same, and nobody loses a word', async () => {
    const { api, person, path, documentId } = await makeDocument('one\n\ntwo\n\nthree');
    const open = async (who: { token: string | null }) => {
      const editor = await openEditor(server.url, documentId, who.token as string);
      editors.push(editor);
      return editor;
    };
    const [a, b] = [await open(api), await open((await person()).api)];
    const appended: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      a.write(`a${n}`);
      b.write(`b${n}`);
      appended.push(`r${n}`);
      const [put] = await Promise.all([
        ask(api, 'PUT', `${path}/appendContent`, markdown, `r${n}`),
        a.saved(),
        b.saved(),
      ]);
      expect(put.status).toBe(200);
      // Reads what it is, changes a word of its own, and puts it back.
      const read = await ask(api, 'GET', `${path}/content`);
      const content = read.json.data.content;
      content[0].content = [{ type: 'text', text: `one and ${n}`, styles: {} }];
      const tag = read.headers.get('etag') as string;
      const written = await ask(
        api,
        'PUT',
        `${path}/content`,
        { ...json, 'if-match': tag },
        JSON.stringify({ content }),
      );
      expect([200, 412]).toContain(written.status);
    }
    const read = await ask(api, 'GET', `${path}/content`, { accept: 'text/markdown' });
    const stored = read.text.trim().split(/\n+/u).sort();
    for (const editor of [a, b])
      await expect.poll(() => editor.text().split('\n').sort(), { timeout: 10_000 }).toEqual(stored);
    expect(a.text()).toBe(b.text());
    const lines = a.text().split('\n');
    for (const line of [
      ...appended,
      ...appended.map((r) => r.replace('r', 'a')),
      ...appended.map((r) => r.replace('r', 'b')),
    ])
      expect(
        lines.filter((each) => each === line),
        line,
      ).toHaveLength(1);
  });
});

describe('documents', () => {
  it('are made with an app, in it and below one another, with content', async () => {
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

  it('have a title, an icon, a width and a cover that is theirs', async () => {
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

  it('are copied with their words, once for a key', async () => {
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

  it('are sorted all or none', async () => {
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
