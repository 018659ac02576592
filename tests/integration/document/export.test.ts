import type { UserContext } from '@tandem/api/core/context';
import { packed } from '@tandem/api/document/export/pack';
import { treeOf } from '@tandem/api/document/export/tree';
import { listChannels, readChannel } from '@tandem/api/workspace/channel/list';
import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { pngOf, uploaded } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { openTeam, useTeam } from '../workspace/team.ts';
import { blocksOf, exported, imported, markdownOf } from './exchange.ts';

const server = useServer();
const team = useTeam(server);
let appId: string;

beforeEach(async () => {
  ({ id: appId } = await team.api.trpc.app.create.mutate({ name: 'Notes', type: 'note' }));
});

async function make(name: string | undefined, content: string, parentId: string | null = null) {
  const { id } = await team.api.trpc.document.create.mutate({ appId, name, content, parentId });
  return { appId, id };
}

async function picture(documentId: string, name = 'cat.png'): Promise<string> {
  const { id, url } = await uploaded(team.api, pngOf(5, 4), name);
  await team.api.trpc.file.attach.mutate({ channelId: documentId, fileId: id });
  return url;
}

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();

describe('an exported document', () => {
  it('is Markdown with its title, under its name, as a download', async () => {
    const document = await make('Plan: für “2027”', 'Some **words**.');
    const { headers, bytes } = await exported(team.api, document);
    expect(bytes.toString()).toBe('# Plan: für “2027”\n\nSome **words**.\n');
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Plan f_r _2027_.md"; filename*=UTF-8''Plan%20f%C3%BCr%20%E2%80%9C2027%E2%80%9D.md`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('includes its pictures: beside Markdown, inside a page', async () => {
    const document = await make('Cat', 'Text');
    const url = await picture(document.id, 'my cat (1).png');
    await team.api.trpc.document.putContent.mutate({
      documentId: document.id,
      content: `Look:\n\n![A cat](${url})\n\n![Far](https://elsewhere.test/x.png)`,
    });
    const { files, headers } = await exported(team.api, document);
    expect(headers.get('content-disposition')).toContain('Cat.zip');
    expect(Object.keys(files).sort()).toEqual(['Cat.md', 'files/my cat (1).png']);
    expect(Buffer.from(files['files/my cat (1).png'] ?? [])).toEqual(pngOf(5, 4));
    expect(text(files['Cat.md'])).toContain('(files/my%20cat%20\\(1\\).png)');
    expect(text(files['Cat.md'])).toContain('![Far](https://elsewhere.test/x.png)');
    const page = (await exported(team.api, document, '?format=html')).bytes.toString();
    expect(page).toContain(`<img src="data:image/png;base64,${pngOf(5, 4).toString('base64')}" alt="A cat">`);
    expect(page).toContain('<a href="https://elsewhere.test/x.png">Far</a>');
    expect(page).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src 'none'/u);
    expect(page).not.toMatch(/<script|<img src="http/u);
  });

  it('keeps the alignment of table columns', async () => {
    const document = await make('Costs', '| Day | Cost |\n| --- | ---: |\n| Mon | 120 |');
    const page = (await exported(team.api, document, '?format=html')).bytes.toString();
    expect(page).toContain('<td align="right">120</td>');
    // A rule on the page for all elements would override the attribute.
    expect(page).toContain("[align='right'] { text-align: end; }");
  });

  it('escapes its writers’ text, never as HTML', async () => {
    const document = await make('</title><script>alert(1)</script>', 'x');
    await team.api.trpc.document.putContent.mutate({
      documentId: document.id,
      content: [
        { type: 'paragraph', content: '<img src=x onerror=alert(2)>' },
        { type: 'codeBlock', props: { language: '"><script>' }, content: '</code><script>' },
      ],
    });
    const page = (await exported(team.api, document, '?format=html')).bytes.toString();
    const withoutValues = page.replaceAll(/"[^"]*"/gu, '""');
    expect(withoutValues).not.toMatch(/<script|<img/u);
  });

  it('is for anyone who sees it, and is logged', async () => {
    const document = await make('Plan', 'secret');
    const guest = await team.person('guest');
    const other = await openTeam(server);
    expect((await exported(guest.api, document)).status).toBe(404);
    expect((await exported(other.api, document)).status).toBe(404);
    expect((await exported(team.api, { ...document, appId: team.app.id })).status).toBe(404);
    expect((await exported(team.api, document, '?format=pdf')).status).toBe(400);
    await makeGrant(server.db, {
      teamId: team.team.id,
      targetId: document.id,
      userId: guest.user.id,
      level: levelRank.view,
    });
    expect((await exported(guest.api, document)).bytes.toString()).toContain('secret');
    const entries = await server.db
      .selectFrom('audit_entry')
      .select(['action', 'detail'])
      .where('teamId', '=', team.team.id)
      .where('action', '=', 'channel.export')
      .execute();
    expect(entries).toEqual([
      { action: 'channel.export', detail: { format: 'markdown', scope: 'document' } },
    ]);
  });
});

describe('an exported tree of documents', () => {
  it('contains only what its reader may see, including files', async () => {
    const top = await make('Top', 'top');
    await make('Seen', 'seen', top.id);
    const hidden = await make('Hidden', 'hidden', top.id);
    await make('Below hidden', 'below', hidden.id);
    await team.api.trpc.channel.setVisibility.mutate({ channelId: hidden.id, visibility: 'private' });
    const url = await picture(hidden.id);
    await team.api.trpc.document.putContent.mutate({
      documentId: top.id,
      content: `![The hidden cat](${url})\n\n[@Hidden](#mention-channel-${hidden.id})`,
    });
    const colleague = await team.person();
    const { files } = await exported(colleague.api, top, '?scope=tree');
    expect(Object.keys(files).sort()).toEqual(['Top.md', 'Top/Seen.md']);
    expect(text(files['Top.md'])).toBe('# Top\n\nThe hidden cat\n\n@Hidden\n');
    const mine = await exported(team.api, top, '?scope=tree');
    expect(Object.keys(mine.files).sort()).toEqual([
      'Top.md',
      'Top/Hidden.md',
      'Top/Hidden/Below hidden.md',
      'Top/Seen.md',
      'files/cat.png',
    ]);
  });

  it('omits documents that became invisible since it began', async () => {
    const top = await make('Top', 'top');
    const { id } = await make('Hidden later', 'hidden', top.id);
    const { user } = await team.person();
    const { db, platform } = server;
    const ctx = { db, platform, actor: { userId: user.id } } as UserContext;
    const channels = await listChannels(db, ctx.actor, appId);
    const documents = treeOf(channels, await readChannel(db, ctx.actor, top.id), 'Untitled');
    expect(documents).toHaveLength(2);
    const archive = packed(ctx, documents, { format: 'markdown', language: 'en', untitled: 'Untitled' });
    const first = await archive.next();
    await team.api.trpc.channel.setVisibility.mutate({ channelId: id, visibility: 'private' });
    const rest = await Array.fromAsync(archive);
    expect(Object.keys(unzipSync(Buffer.concat([first.value ?? [], ...rest])))).toEqual(['Top.md']);
  });

  it('uses unique names that every system accepts', async () => {
    const top = await make('a/b\\c: "d"?', 'x');
    for (const name of ['Same', 'same', 'CON', '..', 'files', 'ends.', '名'.repeat(80)])
      await make(name, 'x', top.id);
    const { files } = await exported(team.api, top, '?scope=tree&format=html');
    const names = Object.keys(files).map((path) => path.split('/').slice(1).join('/'));
    expect(Object.keys(files)).toContain('a-b-c d.html');
    expect(
      names
        .filter((name) => /^same/iu.test(name))
        .map((name) => name.toLowerCase())
        .sort(),
    ).toEqual(['same (2).html', 'same.html']);
    expect(names).toContain('CON_.html');
    expect(names).toContain('ends.html');
    for (const path of Object.keys(files)) expect(path).not.toMatch(/[\\:*?"<>|]|\.\.|^\//u);
    for (const name of names) expect(Buffer.byteLength(name)).toBeLessThan(255);
  });

  it('imports identically: tree, titles, icons, words, pictures and links', async () => {
    const top = await make('Handbook', '');
    const first = await make(
      'First: steps',
      '# Not the title\n\n- [ ] one\n- **two**\n\n> [!WARNING]\n> Mind',
      top.id,
    );
    const below = await make('Below', 'x', first.id);
    const last = await make(undefined, '# Heading\n\n| a | b |\n| - | - |\n| 1 | 2 |', top.id);
    await team.api.trpc.document.setAttr.mutate({ documentId: first.id, icon: '🚀' });
    const url = await picture(below.id);
    const { id: paper, url: paperUrl } = await uploaded(team.api, '%PDF-1.4', 'paper.pdf');
    await team.api.trpc.file.attach.mutate({ channelId: below.id, fileId: paper });
    await team.api.trpc.document.putContent.mutate({
      documentId: below.id,
      content: [
        { type: 'image', props: { url, name: 'cat', caption: 'A cat' } },
        { type: 'file', props: { url: paperUrl, name: 'paper.pdf' } },
        {
          type: 'paragraph',
          content: [
            { type: 'mention', props: { kind: 'channel', id: last.id, label: '' } },
            { type: 'link', href: `/note/${appId}/c/${first.id}`, content: 'up there' },
            { type: 'mention', props: { kind: 'channel', id: top.id, label: 'Handbook' } },
          ],
        },
      ],
    });
    const archive = await exported(team.api, top, '?scope=tree');
    const target = await team.api.trpc.app.create.mutate({ name: 'Copy', type: 'note' });
    const report = await imported(team.api, { appId: target.id }, archive.bytes, 'handbook.zip');
    expect(report.leftOut).toEqual([]);
    const shapeOf = async (id: string) => {
      const list = await team.api.trpc.document.list.query({ appId: id });
      const titles = new Map(list.map((each) => [each.id, each.title]));
      return list
        .map(({ title, icon, parentId }) => ({ title, icon, above: titles.get(parentId ?? '') ?? null }))
        .sort((a, b) => a.title.localeCompare(b.title));
    };
    expect(await shapeOf(target.id)).toEqual(await shapeOf(appId));
    const copies = new Map(report.documents.map(({ title, id }) => [title, id]));
    for (const [title, { id }] of [
      ['Handbook', top],
      ['First: steps', first],
      ['', last],
    ] as const)
      expect(await markdownOf(team.api, copies.get(title) ?? '')).toBe(await markdownOf(team.api, id));
    const [image, file, words] = await blocksOf(team.api, copies.get('Below') ?? '');
    expect(image).toMatchObject({ type: 'image', props: { name: 'cat', caption: 'A cat' } });
    expect(image?.props.url).not.toBe(url);
    expect(file).toMatchObject({ type: 'file', props: { name: 'paper.pdf' } });
    expect(words?.content).toMatchObject([
      { type: 'mention', props: { id: copies.get('') } },
      { type: 'link', href: `/note/${target.id}/c/${copies.get('First: steps')}` },
      { type: 'mention', props: { id: copies.get('Handbook'), label: 'Handbook' } },
    ]);
    const again = await exported(
      team.api,
      { appId: target.id, id: copies.get('Handbook') ?? '' },
      '?scope=tree',
    );
    expect(Object.keys(again.files)).toEqual(Object.keys(archive.files));
    for (const [path, bytes] of Object.entries(archive.files))
      expect(text(again.files[path]), path).toBe(text(bytes));
  });
});

it('is limited per hour, however small the document', async () => {
  const { id } = await make('Small', 'Few words');
  const path = `/api/app/${appId}/channelDoc/${id}/export`;
  for (let round = 0; round < 120; round += 1) expect((await team.api.get(path)).status).toBe(200);
  expect((await team.api.get(path)).status).toBe(429);
});
