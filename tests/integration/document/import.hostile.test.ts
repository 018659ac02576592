import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateRawSync } from 'node:zlib';
import type { TableContent } from '@tandem/shared/document/blocks';
import { beforeEach, describe, expect, it } from 'vitest';
import { bytesOf, pngOf } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, useTeam } from '../workspace/team.ts';
import { docxOf, paragraph, picture, relationship, stylesRelationship } from './docx.ts';
import { blocksOf, imported, markdownOf, zipOf } from './exchange.ts';

/** Reading gives up after half a minute; a test tries two such files. */
const SOON = 90_000;

const server = useServer();
const team = useTeam(server);
let appId: string;

beforeEach(async () => {
  ({ id: appId } = await team.api.trpc.app.create.mutate({ name: 'Notes', type: 'note' }));
});

const imports = (content: string | Uint8Array, name: string) => imported(team.api, { appId }, content, name);

/** One entry of an archive, whose header may say of it what it will. */
function entryOf(
  name: string,
  data: Uint8Array,
  { size = data.length, packed = deflateRawSync(data) }: { size?: number; packed?: Uint8Array } = {},
): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(0x0800, 6);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(crc32(data), 14);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([header, Buffer.from(name), packed]);
}

/** The data behind the entries; a streaming reader needs no directory. */
const END = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');

/** A refused import leaves nothing: no document, and of the person's files only the uploads. */
async function expectNothingMade(uploads: number) {
  expect(await team.api.trpc.document.list.query({ appId })).toEqual([]);
  const files = await server.db
    .selectFrom('file')
    .select('name')
    .where('uploaderId', '=', team.owner.id)
    .execute();
  expect(files).toHaveLength(uploads);
}

describe('a malicious archive', { timeout: SOON }, () => {
  it.each([
    ['../../etc/passwd.md'],
    ['/etc/passwd.md'],
    ['C:/windows/x.md'],
    ['a\\..\\..\\x.md'],
    ['a/../../x.md'],
    ['x\0.md'],
  ])('%j is refused with everything beside it', async (name) => {
    const archive = Buffer.concat([
      entryOf('fine.md', Buffer.from('fine')),
      entryOf(name, Buffer.from('x')),
      END,
    ]);
    await expectRefused(imports(archive, 'x.zip'), 'archiveUnsafe');
    await expectNothingMade(1);
  });

  it('is measured as it unpacks, whatever its headers claim', async () => {
    const much = Buffer.alloc(40 * 1024 * 1024, 'a');
    const liar = entryOf('big.md', much, { size: 10 });
    const { documents, leftOut } = await imports(
      Buffer.concat([liar, entryOf('small.md', Buffer.from('small')), END]),
      'x.zip',
    );
    expect(documents.map(({ title }) => title)).toEqual(['small']);
    expect(leftOut).toEqual([{ name: 'big.md', reason: 'tooLarge' }]);
  });

  it('is refused when it unpacks to too much in total', async () => {
    const packed = deflateRawSync(Buffer.alloc(31 * 1024 * 1024, 'a'));
    const data = Buffer.alloc(31 * 1024 * 1024, 'a');
    const bomb = Buffer.concat([
      ...Array.from({ length: 30 }, (_, i) => entryOf(`${i}.md`, data, { packed })),
      END,
    ]);
    await expectRefused(imports(bomb, 'x.zip'), 'archiveTooLarge');
    await expectNothingMade(1);
  });

  it('is refused when nested archives unpack to too much, hold too much, or are invalid', async () => {
    const data = Buffer.alloc(31 * 1024 * 1024, 'a');
    const packed = deflateRawSync(data);
    const half = (from: number) =>
      Buffer.concat([
        ...Array.from({ length: 15 }, (_, i) => entryOf(`${from + i}.md`, data, { packed })),
        END,
      ]);
    const bomb = Buffer.concat([entryOf('a.zip', half(0)), entryOf('b.zip', half(15)), END]);
    await expectRefused(imports(bomb, 'x.zip'), 'archiveTooLarge');
    const many = (from: number) =>
      zipOf(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${from + i}.md`, 'x'])));
    await expectRefused(imports(zipOf({ 'a.zip': many(0), 'b.zip': many(300) }), 'x.zip'), 'archiveTooLarge');
    await expectRefused(imports(zipOf({ 'a.zip': 'no archive' }), 'x.zip'), 'archiveBroken');
    await expectRefused(imports(zipOf({ 'a.zip': zipOf({ '../a.md': 'x' }) }), 'x.zip'), 'archiveUnsafe');
    await expectNothingMade(4);
  });

  it('is refused when it has too many files', async () => {
    const nothing = Buffer.alloc(0);
    const packed = deflateRawSync(nothing);
    const many = Buffer.concat([
      ...Array.from({ length: 100_000 }, (_, i) => entryOf(`${i}.txt`, nothing, { packed })),
      END,
    ]);
    await expectRefused(imports(many, 'x.zip'), 'archiveTooLarge');
    const documents = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`${i}.md`, 'x']));
    await expectRefused(imports(zipOf(documents), 'x.zip'), 'archiveTooLarge');
    await expectRefused(imports(zipOf({ [`${'d/'.repeat(200)}x.md`]: 'x' }), 'x.zip'), 'treeTooDeep');
    await expectNothingMade(3);
  });

  it('is refused when its documents show more files than it may hold', async () => {
    const shown = Array.from({ length: 500 }, (_, i) => `![](p/${i}.png)`).join(' ');
    const entries = [
      ...Array.from({ length: 21 }, (_, i) => [`${i}.md`, shown]),
      ...Array.from({ length: 500 }, (_, i) => [`p/${i}.png`, 'x']),
    ];
    await expectRefused(imports(zipOf(Object.fromEntries(entries)), 'x.zip'), 'archiveTooLarge');
    await expectNothingMade(1);
  });

  it('is refused when it is damaged, truncated, empty, or not an archive', async () => {
    const whole = Buffer.from(zipOf({ 'a.md': 'words '.repeat(5_000), 'b.png': pngOf(200, 200) }));
    await expectRefused(imports(whole.subarray(0, 60), 'x.zip'), 'archiveBroken');
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 40, 60);
    await expectRefused(imports(damaged, 'x.zip'), 'archiveBroken');
    await expectRefused(imports('no archive', 'x.zip'), 'archiveBroken');
    await expectRefused(imports('no archive', 'x.docx'), 'archiveBroken');
    await expectRefused(imports(END, 'x.zip'), 'archiveEmpty');
    const inmost = zipOf({ 'inmost.zip': zipOf({ 'a.md': 'x' }) });
    await expectRefused(imports(zipOf({ 'inner.zip': inmost }), 'x.zip'), 'archiveEmpty');
    await expectRefused(imports('words', 'x.txt'), 'importFormat');
    await expectNothingMade(7);
  });

  it('yields the first of two entries of one name, and no inner archive', async () => {
    const archive = Buffer.concat([
      entryOf('a.md', Buffer.from('first')),
      entryOf('a.md', Buffer.from('second')),
      entryOf('inner.zip', Buffer.from(zipOf({ 'c.md': 'x' }))),
      END,
    ]);
    const { documents, leftOut } = await imports(archive, 'x.zip');
    expect(documents).toHaveLength(1);
    expect(await markdownOf(team.api, documents[0]?.id ?? '')).toBe('first\n');
    expect(leftOut).toEqual([
      { name: 'a.md', reason: 'duplicate' },
      { name: 'inner.zip', reason: 'unsupported' },
    ]);
  });

  it('imports pages and drawings as inert files, and pictures only as what their bytes are', async () => {
    const { documents } = await imports(
      zipOf({
        'a.md': '![x](evil.svg)\n\n![y](evil.png)\n\n[z](constructor)\n\n[w](__proto__)',
        'evil.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        'evil.png': '<script>alert(1)</script>',
        __proto__x: 'x',
        constructor: 'x',
      }),
      'x.zip',
    );
    const blocks = await blocksOf(team.api, documents[0]?.id ?? '');
    expect(blocks.slice(0, 2).map(({ type }) => type)).toEqual(['file', 'file']);
    for (const { props } of blocks.slice(0, 2)) {
      const { headers } = await bytesOf(team.api, String(props.url));
      expect(headers.get('content-type')).toMatch(/^text\/plain/u);
      expect(headers.get('content-disposition')).toMatch(/^attachment/u);
      expect(headers.get('content-security-policy')).toContain('sandbox');
    }
  });
});

describe('a malicious text', { timeout: SOON }, () => {
  it('is refused when nested too deeply, and inert when readable', async () => {
    await expectRefused(imports('>'.repeat(1_000_000), 'x.md'), 'documentUnreadable');
    await expectRefused(imports('<b>'.repeat(500_000), 'x.html'), 'documentUnreadable');
    await expectNothingMade(2);
    const { documents } = await imports(
      '<script>alert(1)</script>\n\n[x](javascript:alert(2)) <img src=x onerror=alert(3)>\n\n' +
        '[y](/api/files/00000000-0000-4000-8000-000000000000/content)\n\n@[z](#mention-user-1)',
      'x.md',
    );
    const blocks = await blocksOf(team.api, documents[0]?.id ?? '');
    expect(JSON.stringify(blocks)).not.toMatch(/"href":"javascript|"type":"mention"/u);
  });
});

describe('a Word document', { timeout: SOON }, () => {
  it('becomes a document with its headings and pictures', async () => {
    const bytes = docxOf({
      body:
        paragraph('Report', 'Title') +
        paragraph('First part', 'Heading2') +
        paragraph('Words &amp; more.') +
        picture('rId7'),
      relationships: stylesRelationship + relationship('rId7', 'media/image1.png'),
      files: { 'word/media/image1.png': pngOf(7, 5) },
    });
    const { documents, leftOut } = await imports(bytes, 'report.docx');
    expect(documents[0]?.title).toBe('Report');
    expect(leftOut).toEqual([]);
    const [heading, words, image] = await blocksOf(team.api, documents[0]?.id ?? '');
    expect(heading).toMatchObject({ type: 'heading', props: { level: 2 } });
    expect(words?.content).toMatchObject([{ text: 'Words & more.' }]);
    expect(image).toMatchObject({ type: 'image', props: { name: 'A picture' } });
    expect((await bytesOf(team.api, String(image?.props.url))).bytes).toEqual(pngOf(7, 5));
  });

  it('keeps the lines and merged cells of its tables, and its comments', async () => {
    const cell = (text: string, more = '') => `<w:tc><w:tcPr>${more}</w:tcPr>${text}</w:tc>`;
    const below = cell(paragraph(''), '<w:vMerge/>');
    const bytes = docxOf({
      body:
        `<w:tbl><w:tr>${cell(paragraph('Wide'), '<w:gridSpan w:val="2"/>')}${cell(paragraph('C'))}</w:tr>` +
        `<w:tr>${cell(paragraph('High'), '<w:vMerge w:val="restart"/>')}${cell(paragraph('One') + paragraph('Two'))}${cell(paragraph('D'))}</w:tr>` +
        `<w:tr>${below}${cell(paragraph('E'))}${cell(paragraph('F'))}</w:tr></w:tbl>`,
      files: {
        'word/comments.xml': '<w:comments><w:comment w:id="1"/><w:comment w:id="2"/></w:comments>',
      },
    });
    const { documents, leftOut } = await imports(bytes, 'table.docx');
    expect(leftOut).toEqual([{ name: 'table.docx: 2', reason: 'comments' }]);
    const [table] = await blocksOf(team.api, documents[0]?.id ?? '');
    const content = table?.content as TableContent | undefined;
    const { rows = [], headerRows } = content ?? {};
    expect(headerRows ?? 0).toBe(0);
    const texts = rows.map(({ cells }) =>
      cells.map(({ content }) => content.map((piece) => ('text' in piece ? piece.text : '')).join('')),
    );
    expect(texts).toEqual([
      ['Wide', 'C'],
      ['High', 'One\nTwo', 'D'],
      ['E', 'F'],
    ]);
    expect(rows[0]?.cells[0]?.props).toMatchObject({ colspan: 2 });
    expect(rows[1]?.cells[0]?.props).toMatchObject({ rowspan: 2 });
  });

  it('loads nothing external, neither here nor outside', async () => {
    let asked = 0;
    const outside = createServer((_request, response) => {
      asked += 1;
      response.end('x');
    });
    await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/x.png`;
    const bytes = docxOf({
      prolog: `<!DOCTYPE w:document [<!ENTITY file SYSTEM "file:///etc/hostname"><!ENTITY far SYSTEM "${url}">]>`,
      body: `${paragraph('Read &file; &far;')}${picture('rId1', 'r:link')}${picture('rId2', 'r:link')}`,
      relationships:
        relationship('rId1', 'file:///etc/hostname', 'External') + relationship('rId2', url, 'External'),
    });
    const [report] = await Promise.allSettled([imports(bytes, 'x.docx')]);
    outside.close();
    expect(asked).toBe(0);
    const { readFileSync } = await import('node:fs');
    const secret = readFileSync('/etc/hostname', 'utf8').trim();
    if (report?.status === 'fulfilled')
      expect(await markdownOf(team.api, report.value.documents[0]?.id ?? '')).not.toContain(secret);
  });

  it('is refused when its entities or parts grow beyond bounds', async () => {
    const entities = Array.from(
      { length: 12 },
      (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`,
    ).join('');
    const laughs = docxOf({
      prolog: `<!DOCTYPE w:document [<!ENTITY e0 "ha">${entities}]>`,
      body: paragraph('&e12;'),
    });
    const [grown] = await Promise.allSettled([imports(laughs, 'x.docx')]);
    if (grown?.status === 'fulfilled')
      expect((await markdownOf(team.api, grown.value.documents[0]?.id ?? '')).length).toBeLessThan(1_000);
    const parts = docxOf({ body: paragraph('x'), files: { 'word/x.xml': Buffer.alloc(60 * 1024 * 1024) } });
    await expectRefused(imports(parts, 'x.docx'), 'archiveTooLarge');
  });
});
