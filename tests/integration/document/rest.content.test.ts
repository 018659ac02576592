import { SESSION_COOKIE } from '@tandem/api/identity/session/cookie';
import { describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam } from '../workspace/team.ts';
import { ask, makeNote } from './by-rest.ts';
import { useEditors } from './editors.ts';

const server = useServer();
const open = useEditors(server);
const makeDocument = (content?: string) => makeNote(server, content);
const markdown = { 'content-type': 'text/markdown' };
const json = { 'content-type': 'application/json' };

describe('content of a document by REST', () => {
  it('is read as blocks, Markdown or HTML', async () => {
    const { api, path } = await makeDocument('# Plan\n\n- one\n- **two**');
    const url = `${path}/content`;
    const blocks = await ask(server, api, 'GET', url);
    expect(blocks.json).toMatchObject({
      code: 0,
      data: {
        content: [{ type: 'heading' }, { type: 'bulletListItem' }, { type: 'bulletListItem' }],
        wordCount: 3,
      },
    });
    expect((await ask(server, api, 'GET', url, { accept: 'text/markdown' })).text).toBe(
      '# Plan\n\n- one\n- **two**\n',
    );
    const html = await ask(server, api, 'GET', url, { accept: 'text/html, */*;q=0.1' });
    expect(html.headers.get('content-type')).toMatch(/^text\/html/);
    expect(html.headers.get('content-security-policy')).toContain('sandbox');
    expect(html.text).toContain('<li><strong>two</strong></li>');
    const tag = html.headers.get('etag') as string;
    const again = await ask(server, api, 'GET', url, { accept: 'text/html', 'if-none-match': tag });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is written as blocks, Markdown or HTML, and a read can be put back', async () => {
    const { api, path } = await makeDocument('first\n\nsecond');
    const url = `${path}/content`;
    const read = await ask(server, api, 'GET', url);
    const { content, format } = read.json.data;
    const same = await ask(server, api, 'PUT', url, json, JSON.stringify({ content, format }));
    expect(same.headers.get('etag')).toBe(read.headers.get('etag'));
    for (const [headers, body] of [
      [markdown, '> written\n'],
      [{ 'content-type': 'text/html; charset=utf-8' }, '<blockquote>written</blockquote>'],
      [json, JSON.stringify({ content: '> written' })],
      [json, JSON.stringify({ content: '<blockquote>written</blockquote>', format: 'html' })],
      [json, JSON.stringify({ content: [{ type: 'quote', content: 'written' }] })],
    ] as const) {
      expect((await ask(server, api, 'PUT', url, markdown, 'something else')).status).toBe(200);
      const put = await ask(server, api, 'PUT', url, headers, body);
      expect(put.status, put.text).toBe(200);
      expect((await ask(server, api, 'GET', url, { accept: 'text/markdown' })).text).toBe('> written\n');
    }
  });

  it('is not overwritten when the caller names the revision it read', async () => {
    const { api, path } = await makeDocument('one');
    const url = `${path}/content`;
    const tag = (await ask(server, api, 'GET', url, { accept: 'text/markdown' })).headers.get(
      'etag',
    ) as string;
    const put = (ifMatch: string, text: string) =>
      ask(server, api, 'PUT', url, { ...markdown, 'if-match': ifMatch }, text);
    const first = await put(tag, 'two');
    expect(first.status).toBe(200);
    const late = await put(tag, 'three');
    expect([late.status, late.json.code]).toEqual([412, 41_200]);
    expect((await put('"nonsense"', 'three')).status).toBe(412);
    expect((await put(first.headers.get('etag') as string, 'three')).status).toBe(200);
    expect((await put('*', 'four')).status).toBe(200);
  });

  it('is appended at its end, before an empty paragraph', async () => {
    const { api, path } = await makeDocument();
    const append = (headers: Record<string, string>, body: string) =>
      ask(server, api, 'PUT', `${path}/appendContent`, headers, body);
    expect((await append(markdown, '- a')).status).toBe(200);
    expect(
      (await append(json, JSON.stringify({ content: [{ type: 'paragraph', content: 'b' }] }))).status,
    ).toBe(200);
    const read = await ask(server, api, 'GET', `${path}/content`);
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

  it('C35: fails with specific statuses, and accepts cookie credentials', async () => {
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
      const answer = await ask(server, who, 'GET', url);
      expect(answer.status, url).toBe(status);
      expect(answer.json).toMatchObject({ data: null });
      expect(answer.text).not.toContain('secret');
    }
  });

  it('explains unreadable input, and changes nothing', async () => {
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
      expect([(await ask(server, api, 'PUT', url, headers, body)).status, body.slice(0, 80)]).toEqual([
        status,
        body.slice(0, 80),
      ]);
    expect((await ask(server, api, 'GET', url, { accept: 'text/markdown' })).text).toBe('as it was\n');
  });

  it('is read by viewers, written by editors, and read-only in the archive', async () => {
    const { api, path, documentId, holder } = await makeDocument('words');
    for (const level of ['view', 'comment'] as const) {
      const reader = await holder(level);
      expect((await ask(server, reader, 'GET', `${path}/content`)).status).toBe(200);
      for (const [method, url] of [
        ['PUT', `${path}/content`],
        ['PUT', `${path}/appendContent`],
      ] as const)
        expect((await ask(server, reader, method, url, markdown, 'x')).status).toBe(403);
      await expectRefused(reader.trpc.document.setAttr.mutate({ documentId, title: 'Mine' }), 'forbidden');
    }
    expect(
      (await ask(server, await holder('edit'), 'PUT', `${path}/appendContent`, markdown, 'x')).status,
    ).toBe(200);
    await api.trpc.channel.archive.mutate({ channelId: documentId });
    const held = await ask(server, api, 'PUT', `${path}/content`, markdown, 'x');
    expect([held.status, held.json.code]).toEqual([409, 40_940]);
    expect((await ask(server, api, 'GET', `${path}/content`)).status).toBe(200);
  });

  it('merges with typing: all see the same, and nobody loses a word', async () => {
    const { api, person, path, documentId } = await makeDocument('one\n\ntwo\n\nthree');
    const a = await open(api, documentId);
    const b = await open((await person()).api, documentId);
    const appended: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      a.write(`a${n}`);
      b.write(`b${n}`);
      appended.push(`r${n}`);
      const [put] = await Promise.all([
        ask(server, api, 'PUT', `${path}/appendContent`, markdown, `r${n}`),
        a.saved(),
        b.saved(),
      ]);
      expect(put.status).toBe(200);
      // Reads what it is, changes a word of its own, and puts it back.
      const read = await ask(server, api, 'GET', `${path}/content`);
      const content = read.json.data.content;
      content[0].content = [{ type: 'text', text: `one and ${n}`, styles: {} }];
      const tag = read.headers.get('etag') as string;
      const written = await ask(
        server,
        api,
        'PUT',
        `${path}/content`,
        { ...json, 'if-match': tag },
        JSON.stringify({ content }),
      );
      expect([200, 412]).toContain(written.status);
    }
    const read = await ask(server, api, 'GET', `${path}/content`, { accept: 'text/markdown' });
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
