import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract, extractPages } from './extract.ts';
import type { ExtractionFormat } from './format.ts';
import { UnreadableFile } from './pages.ts';
import { AHEAD } from './read/sample.ts';
import { archive, wordFile, wordParagraph } from './testing/archive.ts';
import { pdfFile } from './testing/pdf.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tandem-extract-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const nothing = { pages: 0, passages: 0, language: undefined };

let files = 0;
/** A file with a child that reads it. */
function fileOf(format: ExtractionFormat, bytes: Uint8Array) {
  files += 1;
  const file = path.join(folder, String(files));
  writeFileSync(file, bytes);
  return { path: file, format, uploaderId: 1, child: extract.own([file]) };
}

async function read(format: ExtractionFormat, bytes: Uint8Array) {
  const file = fileOf(format, bytes);
  return extractPages(file, nothing).finally(() => file.child.close());
}

async function problemOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    (pages) => pages,
    (reason: unknown) => reason,
  );
  if (error instanceof UnreadableFile) return error.problem;
  throw new Error(`not refused: ${String(error)}`);
}

/** A PDF of one page whose content is this stream, packed as often as there are filters. */
function pdfOf(content: Uint8Array, filters: number): Uint8Array {
  const packed = Array.from({ length: filters }).reduce<Uint8Array>((bytes) => deflateSync(bytes), content);
  const names = Array.from({ length: filters }, () => '/FlateDecode').join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >>',
  ].map((body, at) => `${at + 1} 0 obj\n${body}\nendobj\n`);
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n${objects.join('')}`),
    Buffer.from(`4 0 obj\n<< /Length ${packed.length} /Filter [${names}] >>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ]);
}

describe('reading in a child process', () => {
  it('has the first pages soon, and goes on behind them', async () => {
    const total = 1_000;
    const bytes = await pdfFile(Array.from({ length: total }, (_, at) => [`This is page number ${at + 1}`]));
    const file = fileOf('pdf', bytes);
    const first = await extractPages(file, nothing);
    expect(first.total).toBe(total);
    expect(first.pages.length).toBeLessThan(total);
    const rest = await extractPages(file, { ...nothing, pages: first.pages.length });
    expect(rest.pages[0]?.text).toBe(`This is page number ${first.pages.length + 1}`);
    await file.child.close();
  });

  it('reads a file that came after its child had started, and goes on in another child when that is killed', async () => {
    const file = path.join(folder, 'late');
    const child = extract.own([file], [AHEAD]);
    await child.take(0).started;
    writeFileSync(file, await pdfFile([['This is page number 1'], ['This is page number 2']]));
    const late = { path: file, format: 'pdf' as const, uploaderId: 1, child };
    expect((await extractPages(late, nothing)).pages[0]?.text).toBe('This is page number 1');
    await child.take(0).kill();
    expect((await extractPages(late, { ...nothing, pages: 1 })).pages[0]?.text).toBe('This is page number 2');
    await child.close();
  });

  it.each<[string, ExtractionFormat, () => Uint8Array]>([
    ['bytes that are no PDF', 'pdf', () => Buffer.from('%PDF-1.7\nand nothing else')],
    ['an archive cut short', 'office', () => wordFile(wordParagraph('x'.repeat(5_000))).subarray(0, 400)],
    [
      'an archive of archives',
      'office',
      () => archive(Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`${at}.xml`, 'x']))),
    ],
    [
      'elements nested a hundred thousand deep',
      'office',
      () => wordFile(`${'<w:sdt><w:sdtContent>'.repeat(50_000)}${'</w:sdtContent></w:sdt>'.repeat(50_000)}`),
    ],
    ['a table without a word', 'table', () => Buffer.from(',,,\n'.repeat(1_000))],
  ])('refuses %s', async (_, format, bytes) => {
    expect(await problemOf(read(format, bytes()))).toMatch(/^(broken|empty|tooLarge|tooHard)$/);
  });

  it('reads a page that unpacks to a gigabyte within its bounds, or refuses it', async () => {
    const bytes = pdfOf(deflateSync(Buffer.alloc(900 * 1024 * 1024, 32)), 1);
    const result = await read('pdf', bytes).catch((error: unknown) => error);
    if (result instanceof UnreadableFile) expect(result.problem).toBe('tooHard');
    else expect(result).toMatchObject({ pages: [{ text: '', problem: 'scanned' }] });
  });

  it('expands no entities of a document', async () => {
    const bomb = `<!DOCTYPE w [<!ENTITY a "${'ha'.repeat(500)}"><!ENTITY b "${'&a;'.repeat(500)}"><!ENTITY c "${'&b;'.repeat(500)}">]>`;
    const result = await read('office', wordFile(wordParagraph('&c;'), bomb)).then(
      ({ pages }) => pages.map(({ text: each }) => each).join(''),
      (error: unknown) => String(error),
    );
    expect(result.length).toBeLessThan(10_000);
  });
});
