import { plainInlines } from '@tandem/api/document/convert/plain';
import type { TableContent } from '@tandem/shared/document/blocks';
import { fileIdOf } from '@tandem/shared/file/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { bytesOf, pngOf, uploaded } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, useTeam } from '../workspace/team.ts';
import { docxOf, paragraph } from './docx.ts';
import { blocksOf, imported, markdownOf, zipOf } from './exchange.ts';

const server = useServer();
const team = useTeam(server);
let appId: string;

beforeEach(async () => {
  ({ id: appId } = await team.api.trpc.app.create.mutate({ name: 'Notes', type: 'note' }));
});

const imports = (content: string | Uint8Array, name: string, parentId?: string) =>
  imported(team.api, { appId, ...(parentId !== undefined && { parentId }) }, content, name);

describe('a long table', () => {
  const rows = 600;
  const cellsOf = async (report: Awaited<ReturnType<typeof imports>>) => {
    expect(report.leftOut).toEqual([]);
    const blocks = await blocksOf(team.api, report.documents[0]?.id ?? '');
    const table = blocks.find(({ type }) => type === 'table')?.content as TableContent | undefined;
    return table?.rows.map(({ cells }) => cells.map(({ content }) => plainInlines(content)).join('|')) ?? [];
  };
  const lines = Array.from({ length: rows }, (_, i) => [`row ${i}`, `${i * 7}`, 'words of a cell']);
  const expected = lines.map((cells) => cells.join('|'));

  it('is complete in Markdown', async () => {
    const body = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
    const report = await imports(`| a | b | c |\n| - | - | - |\n${body}\n`, 'table.md');
    expect(await cellsOf(report)).toEqual(['a|b|c', ...expected]);
  });

  it('is complete in HTML', async () => {
    const body = lines.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
    expect(await cellsOf(await imports(`<table>${body.join('')}</table>`, 'table.html'))).toEqual(expected);
  });

  it('is complete in Word', async () => {
    const row = (cells: string[]) =>
      `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;
    const bytes = docxOf({ body: `<w:tbl>${lines.map(row).join('')}</w:tbl>` });
    expect(await cellsOf(await imports(bytes, 'table.docx'))).toEqual(expected);
  });
});

describe('a Markdown file', () => {
  it('becomes a document titled by its first heading or its name', async () => {
    const headed = await imports('# The plan\n\nSome **bold** words.\n\n# Later\n', 'plan.md');
    expect(headed).toMatchObject({ documents: [{ parentId: null, title: 'The plan' }], leftOutCount: 0 });
    const [document] = headed.documents;
    expect(await markdownOf(team.api, document?.id ?? '')).toBe('Some **bold** words.\n\n# Later\n');
    const named = await imports('Words\n\n# Not the title\n', 'Minutes of May.markdown');
    expect(named.documents[0]?.title).toBe('Minutes of May');
  });

  it('takes title and icon from front matter, and reports its other keys', async () => {
    const { documents, leftOut } = await imports(
      '---\ntitle: "A: plan"\nicon: 🚀\ntags:\n  - one\naliases: []\n---\n\n# Heading\n',
      'x.md',
    );
    const info = await team.api.trpc.document.get.query({ documentId: documents[0]?.id ?? '' });
    expect(info).toMatchObject({ title: 'A: plan', icon: '🚀' });
    expect(await markdownOf(team.api, info.id)).toBe('# Heading\n');
    expect(leftOut).toEqual([{ name: 'x.md: tags, aliases', reason: 'properties' }]);
    const rule = await imports('---\n\nno front matter: but: words\n\n---\n', 'rule.md');
    expect(await markdownOf(team.api, rule.documents[0]?.id ?? '')).toContain('no front matter');
  });

  it('keeps an overlong title in the text', async () => {
    const long = 'word '.repeat(30).trim();
    const { documents } = await imports(`# ${long}\n\nText`, 'x.md');
    expect(long.startsWith(documents[0]?.title ?? '-')).toBe(true);
    expect(await markdownOf(team.api, documents[0]?.id ?? '')).toBe(`# ${long}\n\nText\n`);
  });

  it('reports a truncated title that appears nowhere else', async () => {
    const long = 'word '.repeat(30).trim();
    const matter = await imports(`---\ntitle: ${long}\n---\n\nText`, 'x.md');
    expect(matter.leftOut).toEqual([{ name: long, reason: 'title' }]);
    const named = await imports('Text', `${long}.md`);
    expect(named.leftOut).toEqual([{ name: long, reason: 'title' }]);
    expect((await imports(`# ${long}`, `${long}.md`)).leftOut).toEqual([]);
  });

  it('parses Markdown within an aside', async () => {
    const { documents } = await imports(
      '<aside>\n💡 **Mind** _this_\n\n- and that\n\n</aside>\n\n<aside>\nOne `line`\n</aside>',
      'x.md',
    );
    expect(await markdownOf(team.api, documents[0]?.id ?? '')).toBe(
      '> [!NOTE]\n> 💡 **Mind** *this*\n>\n> - and that\n\n> [!NOTE]\n> One `line`\n',
    );
  });

  it('keeps inline pictures, and reports missing ones', async () => {
    const data = `data:image/png;base64,${pngOf(3, 3).toString('base64')}`;
    const { documents, leftOut } = await imports(
      `![In it](${data})\n\n![Gone](img/gone.png)\n\n![Drawn](data:image/svg+xml;base64,PHN2Zy8+)`,
      'x.md',
    );
    const [picture, gone] = await blocksOf(team.api, documents[0]?.id ?? '');
    expect(picture).toMatchObject({ type: 'image', props: { name: 'In it' } });
    const colleague = await team.person();
    const url = String(picture?.props.url);
    expect((await bytesOf(colleague.api, url)).bytes).toEqual(pngOf(3, 3));
    expect(gone?.content).toMatchObject([{ text: 'Gone (img/gone.png)' }]);
    expect(leftOut).toEqual([
      { name: 'img/gone.png', reason: 'missing' },
      { name: 'Drawn', reason: 'unsupported' },
    ]);
  });

  it('is consumed by this, once, by its uploader who may write there', async () => {
    const { id: fileId } = await uploaded(team.api, 'words', 'x.md');
    const colleague = await team.person();
    const viewer = await team.person('guest');
    await expectRefused(colleague.api.trpc.document.import.mutate({ appId, fileId }), 'notFound');
    const { id: hers } = await uploaded(viewer.api, 'words', 'x.md');
    await expectRefused(viewer.api.trpc.document.import.mutate({ appId, fileId: hers }), 'notFound');
    await team.api.trpc.grant.set.mutate({ appId, userId: viewer.user.id, permission: 'view' });
    await expectRefused(viewer.api.trpc.document.import.mutate({ appId, fileId: hers }), 'forbidden');
    await team.api.trpc.document.import.mutate({ appId, fileId });
    await expectRefused(team.api.trpc.document.import.mutate({ appId, fileId }), 'notFound');
  });

  it('is imported by REST too', async () => {
    const { id: fileId } = await uploaded(team.api, '# By REST', 'x.md');
    const answer = await team.api.call('POST', `/api/app/${appId}/channelDoc/-/import`, {
      body: { fileId },
    });
    expect(answer).toMatchObject({ status: 200, data: { documents: [{ title: 'By REST' }] } });
  });
});

describe('an HTML page', () => {
  it('becomes a document of its text, and nothing in it runs', async () => {
    const { documents } = await imports(
      `<!doctype html><html><head><title>T</title><style>p{}</style><script>alert(1)</script></head><body>
       <h1>Page</h1><p onclick="alert(2)">Hello <a href="javascript:alert(3)">there</a></p>
       <svg onload="alert(4)"><text>drawn</text></svg><iframe src="https://evil.test"></iframe>
       <img src="x" onerror="alert(5)"><form action="https://evil.test"><input value="typed"></form></body></html>`,
      'page.html',
    );
    expect(documents[0]?.title).toBe('Page');
    const blocks = JSON.stringify(await blocksOf(team.api, documents[0]?.id ?? ''));
    expect(blocks).toContain('Hello there');
    expect(blocks).not.toMatch(/alert|onclick|onerror|script:|<svg/);
  });

  it('is decoded as it declares', async () => {
    const { documents } = await imports(
      Buffer.from('<meta charset="iso-8859-1"><p>caf\xe9</p>', 'latin1'),
      'old.htm',
    );
    expect(await markdownOf(team.api, documents[0]?.id ?? '')).toBe('café\n');
    await expectRefused(imports(Buffer.from([0xff, 0x00, 0xc3, 0x28]), 'no.md'), 'documentUnreadable');
  });
});

describe('an archive', () => {
  it('becomes a tree: folders are documents, links resolve, pictures belong to their documents', async () => {
    const report = await imports(
      zipOf({
        'Handbook/Plan.md': '# Plan\n\nSee [Step one](Plan/Step%20one.md) and [how](<Plan/Step one.md#x>).',
        'Handbook/Plan/Step one.md': '![A cat](../files/cat.png)\n\n[Paper](../files/paper.pdf)',
        'Handbook/files/cat.png': pngOf(5, 4),
        'Handbook/files/paper.pdf': '%PDF-1.4 paper',
        'Handbook/files/unused.png': pngOf(2, 2),
        'Handbook/table.csv': 'a,b',
        '__MACOSX/._Plan.md': 'x',
        '.obsidian/app.json': '{}',
      }),
      'export.zip',
    );
    const [handbook, plan, step] = report.documents;
    expect(report.documents.map(({ title }) => title)).toEqual(['Handbook', 'Plan', 'Step one']);
    expect([plan?.parentId, step?.parentId]).toEqual([handbook?.id, plan?.id]);
    expect(report.leftOut).toEqual([
      { name: 'Handbook/files/unused.png', reason: 'unused' },
      { name: 'Handbook/table.csv', reason: 'unused' },
    ]);
    const [words] = await blocksOf(team.api, plan?.id ?? '');
    expect(words?.content).toMatchObject([
      { text: 'See ' },
      { type: 'mention', props: { kind: 'channel', id: step?.id, label: 'Step one' } },
      { text: ' and ' },
      { type: 'link', href: `/note/${appId}/c/${step?.id}` },
      { text: '.' },
    ]);
    const [cat, paper] = await blocksOf(team.api, step?.id ?? '');
    expect(cat).toMatchObject({ type: 'image', props: { name: 'A cat' } });
    expect(paper).toMatchObject({ type: 'file', props: { name: 'Paper' } });
    expect((await bytesOf(team.api, String(cat?.props.url))).bytes).toEqual(pngOf(5, 4));
    const file = await server.db
      .selectFrom('file')
      .select(['channelId', 'name'])
      .where('id', '=', fileIdOf(String(cat?.props.url)) ?? '')
      .executeTakeFirst();
    expect(file).toEqual({ channelId: step?.id, name: 'cat.png' });
  });

  it('is imported correctly from Notion and Obsidian', async () => {
    const id = '0123456789abcdef0123456789abcdef';
    const report = await imports(
      zipOf({
        [`Home ${id}.md`]: `# Home\n\n<aside>\n💡 Mind this\n\n</aside>\n\n[Child](Home%20${id}/Child%20${id}.md)`,
        [`Home ${id}/Child ${id}.md`]: '# Child\n\nText',
        'Vault/Ideas.md': 'See [[Child|the child]], [[Nobody]] and [[Deep note]].\n\n![[shot.png|300]]',
        'Vault/sub/Deep note.md': 'deep',
        'Vault/assets/shot.png': pngOf(6, 6),
      }),
      'vault.zip',
    );
    const titles = report.documents.map(({ title }) => title);
    expect(titles).toEqual(['Home', 'Child', 'Vault', 'Ideas', 'sub', 'Deep note']);
    const [home, child] = report.documents;
    const ideas = report.documents[3];
    expect(child?.parentId).toBe(home?.id);
    const [aside, link] = await blocksOf(team.api, home?.id ?? '');
    expect(aside).toMatchObject({ type: 'callout', content: [{ text: '💡 Mind this' }] });
    expect(link?.content).toMatchObject([{ type: 'mention', props: { label: 'Child' } }]);
    const [words, picture] = await blocksOf(team.api, ideas?.id ?? '');
    expect(JSON.stringify(words?.content)).toContain('Nobody');
    expect(words?.content).toContainEqual(
      expect.objectContaining({ type: 'mention', props: expect.objectContaining({ label: 'Deep note' }) }),
    );
    expect(picture).toMatchObject({ type: 'image' });
    expect(report.leftOut).toEqual([]);
  });

  it('may hold only archives, as large exports of Notion do', async () => {
    const id = '0123456789abcdef0123456789abcdef';
    const report = await imports(
      zipOf({
        'Export-Part-1.zip': zipOf({ [`Home ${id}.md`]: `# Home\n\n![](Home%20${id}/shot.png)` }),
        'Export-Part-2.zip': zipOf({
          [`Home ${id}/Child ${id}.md`]: '# Child\n\nText',
          [`Home ${id}/shot.png`]: pngOf(6, 6),
        }),
      }),
      'export.zip',
    );
    expect(report.leftOut).toEqual([]);
    expect(report.documents.map(({ title }) => title)).toEqual(['Home', 'Child']);
    const [home, child] = report.documents;
    expect(child?.parentId).toBe(home?.id);
    const [picture] = await blocksOf(team.api, home?.id ?? '');
    expect((await bytesOf(team.api, String(picture?.props.url))).bytes).toEqual(pngOf(6, 6));
  });

  it('leaves nothing behind when its sender cancels', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`${i}.md`, `![x](cat.png)\n\n${'words '.repeat(500)}`]),
    );
    const archive = zipOf({ ...pages, 'cat.png': pngOf(4, 4) });
    const { id: fileId } = await uploaded(team.api, archive, 'x.zip');
    const stopping = new AbortController();
    const importing = team.api.trpc.document.import.mutate({ appId, fileId }, { signal: stopping.signal });
    const given = expect(importing).rejects.toThrow();
    const filesOf = () =>
      server.db.selectFrom('file').select('id').where('uploaderId', '=', team.owner.id).execute();
    // In the middle of its work, however fast that goes: else there would be nothing to leave behind.
    await expect
      .poll(async () => (await filesOf()).length, { timeout: 20_000, interval: 10 })
      .toBeGreaterThan(1);
    stopping.abort();
    await given;
    await expect.poll(filesOf, { timeout: 20_000 }).toEqual([{ id: fileId }]);
    expect(await team.api.trpc.document.list.query({ appId })).toEqual([]);
  });

  it('keeps its order, below its new parent', async () => {
    const { documents } = await imports('# Above', 'above.md');
    const above = documents[0]?.id ?? '';
    await imports(zipOf({ 'b.md': 'b', 'a.md': 'a', 'c.md': 'c' }), 'x.zip', above);
    const list = await team.api.trpc.document.list.query({ appId });
    expect(list.filter(({ parentId }) => parentId === above).map(({ title }) => title)).toEqual([
      'b',
      'a',
      'c',
    ]);
  });
});
