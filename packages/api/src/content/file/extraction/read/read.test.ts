import { describe, expect, it } from 'vitest';
import type { ExtractionFormat } from '../format.ts';
import { UnreadableFile } from '../pages.ts';
import {
  bombFile,
  epubFile,
  excelFile,
  openDocumentFile,
  powerPointFile,
  wordFile,
  wordParagraph,
} from '../testing/archive.ts';
import { pdfFile } from '../testing/pdf.ts';
import { readPages } from './read.ts';

const all = () => false;
const utf8 = (text: string) => new TextEncoder().encode(text);
const read = (format: ExtractionFormat, bytes: Uint8Array, from = 0) => readPages(format, bytes, from, all);

async function problemOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UnreadableFile)) throw new Error(`not refused: ${String(error)}`);
  return error.problem;
}

describe('PDF', () => {
  it('has the lines of each page, and the title', async () => {
    const bytes = await pdfFile([['The harbour opens in May.', 'Second line'], ['Page two, all of it.']], {
      title: 'Harbour',
    });
    const { title, total, pages } = await read('pdf', bytes);
    expect({ title, total }).toEqual({ title: 'Harbour', total: 2 });
    expect(pages.map(({ label, text }) => [label, text])).toEqual([
      ['1', 'The harbour opens in May.\nSecond line'],
      ['2', 'Page two, all of it.'],
    ]);
  });

  it('goes on from a page and ends when there is enough', async () => {
    const bytes = await pdfFile(Array.from({ length: 9 }, (_, page) => [`This is page number ${page + 1}`]));
    const { pages, total } = await readPages('pdf', bytes, 3, (read) => read === 2);
    expect(total).toBe(9);
    expect(pages.map(({ label }) => label)).toEqual(['4', '5']);
  });

  it('says which pages have no text', async () => {
    const { pages } = await read('pdf', await pdfFile([['There are words here.'], []]));
    expect(pages.map(({ problem }) => problem)).toEqual([null, 'scanned']);
  });

  it('refuses what is broken', async () => {
    const bytes = await pdfFile([['A page with words']]);
    expect(await problemOf(read('pdf', bytes.subarray(0, 60)))).toBe('broken');
  });
});

describe('office files', () => {
  it('reads Word by sections under headings, with tables', async () => {
    const row = `<w:tbl><w:tr><w:tc>${wordParagraph('Quay')}</w:tc><w:tc>${wordParagraph('12 m')}</w:tc></w:tr></w:tbl>`;
    const long = Array.from({ length: 40 }, (_, at) =>
      wordParagraph(`Sentence ${at}. ${'Words '.repeat(20)}`),
    );
    const bytes = wordFile(
      [wordParagraph('Harbour', 'Heading1'), ...long, wordParagraph('Quays', 'Heading1'), row].join(''),
    );
    const { pages } = await read('office', bytes);
    expect(pages[0]?.text.startsWith('Harbour\n\nSentence 0.')).toBe(true);
    expect(pages.at(-1)).toMatchObject({ label: 'Quays', text: 'Quays\n\n| Quay | 12 m |' });
    expect(Math.max(...pages.map(({ text }) => text.length))).toBeLessThan(3_200);
  });

  it('names each cell of a workbook by its column and row', async () => {
    const { pages } = await read(
      'office',
      excelFile({ Costs: { A1: 'Item', B1: 'Price', A3: 'Chair', C3: 12.5 } }),
    );
    expect(pages).toEqual([
      {
        label: 'Costs, 1–3',
        text: '| | A | B | C |\n| 1 | Item | Price |\n| 3 | Chair |  | 12.5 |',
        problem: null,
      },
    ]);
  });

  it('makes a page of each slide', async () => {
    const bytes = powerPointFile([
      ['Spring plan', 'First point'],
      ['Costs', 'Second point'],
    ]);
    const { pages } = await read('office', bytes);
    expect(pages.map(({ label, text }) => [label, text])).toEqual([
      ['1', 'Spring plan\nFirst point'],
      ['2', 'Costs\nSecond point'],
    ]);
  });

  it('reads OpenDocument and EPUB', async () => {
    const odt = await read('office', openDocumentFile('<text:p>Ropes are stored in the loft.</text:p>'));
    expect(odt.pages[0]?.text).toContain('Ropes are stored in the loft.');
    const book = await read('office', epubFile('Knots', ['<h1>Bowline</h1><p>It holds.</p>', '<p>Two</p>']));
    expect(book.title).toBe('Knots');
    expect(book.pages.map(({ text }) => text).join('\n')).toContain('It holds.');
  });

  it('begins a page with each chapter of an EPUB', async () => {
    const chapters = ['<h1>Bowline</h1><h2>Uses</h2><p>It holds.</p>', '<h1>Reef</h1><p>It slips.</p>'];
    const { pages } = await read('office', epubFile('Knots', ['<p>For sailors</p>', ...chapters]));
    expect(pages.map(({ label, text }) => [label, text])).toEqual([
      ['1', 'For sailors'],
      ['Bowline', 'Bowline\n\nUses\n\nIt holds.'],
      ['Reef', 'Reef\n\nIt slips.'],
    ]);
  });

  it('takes the headings below its title for the chapters of an EPUB', async () => {
    const chapters = ['<h1>Knots</h1><h2>Bowline</h2><p>It holds.</p>', '<h2>Reef</h2><p>It slips.</p>'];
    const { pages } = await read('office', epubFile('Knots', chapters));
    expect(pages.map(({ label }) => label)).toEqual(['Knots', 'Bowline', 'Reef']);
  });

  it('refuses what is broken, encrypted or unpacks to too much', async () => {
    expect(await problemOf(read('office', wordFile(wordParagraph('x')).subarray(0, 300)))).toBe('broken');
    expect(await problemOf(read('office', bombFile(66)))).toBe('tooLarge');
  });
});

describe('texts', () => {
  it('reads comma-separated and tab-separated values', async () => {
    const { pages } = await read('table', utf8('name;city\n"Li; Na";Chengdu\n'));
    expect(pages[0]?.text).toBe('| | A | B |\n| 1 | name | city |\n| 2 | Li; Na | Chengdu |');
    expect((await read('table', utf8('a\tb\n1\t2'))).pages[0]?.text).toContain('| 2 | 1 | 2 |');
  });

  it('cuts a long table after fifty rows', async () => {
    const { pages } = await read(
      'table',
      utf8(Array.from({ length: 120 }, (_, row) => `r${row},1`).join('\n')),
    );
    expect(pages.map(({ label }) => label)).toEqual(['1–50', '51–100', '101–120']);
  });

  it('reads mail: its head, then its text, and HTML where there is no other', async () => {
    const head = 'From: Mara Lind <mara@example.test>\r\nTo: jo@example.test\r\nSubject: Quay 4\r\n';
    const plain = await read('mail', utf8(`${head}Content-Type: text/plain\r\n\r\nIt is dry now.`));
    expect(plain.title).toBe('Quay 4');
    expect(plain.pages[0]?.text).toContain('From: Mara Lind <mara@example.test>\nTo: jo@example.test');
    expect(plain.pages[0]?.text).toContain('It is dry now.');
    const html = await read('mail', utf8(`${head}Content-Type: text/html\r\n\r\n<p>It is <b>wet</b>.</p>`));
    expect(html.pages[0]?.text).toContain('It is wet.');
  });

  it('leaves scripts and styles of web pages out', async () => {
    const page =
      '<title>T</title><style>p{}</style><h1>Tides</h1><p>High at noon.</p><script>alert(1)</script>';
    const { pages } = await read('page', utf8(page));
    expect(pages[0]?.text).toBe('Tides\n\nHigh at noon.');
  });

  it('reads Markdown by headings, but for those in code', async () => {
    const { pages, outline } = await read('text', utf8('# One\n\nText\n\n```sh\n# no heading\n\nx\n```\n'));
    expect(pages).toEqual([
      { label: 'One', text: 'One\n\nText\n\n```sh\n# no heading\n\nx\n```', problem: null },
    ]);
    expect(outline).toEqual([{ title: 'One', page: 1 }]);
  });

  it('tells the headings of running text and the bookmarks of a PDF, with the first page alone', async () => {
    const long = `# One\n\n${'Words. '.repeat(600)}\n\n## Two\n\nMore`;
    const { outline } = await read('text', utf8(long));
    expect(outline?.map(({ title }) => title)).toEqual(['One', 'Two']);
    expect(outline?.at(-1)?.page).toBeGreaterThan(1);
    const bytes = await pdfFile([['The first page of all'], ['The second page of all']], {
      bookmarks: [
        { title: 'Rent\n due', page: 2 },
        { title: 'Nowhere', page: 9 },
      ],
    });
    expect((await read('pdf', bytes.slice())).outline).toEqual([{ title: 'Rent due', page: 2 }]);
    expect(await read('pdf', bytes.slice(), 1)).not.toHaveProperty('outline');
  });

  it('reads text of any byte order, and never cuts a character in two', async () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from('häfen', 'utf16le')]);
    expect((await read('text', utf16)).pages[0]?.text).toBe('häfen');
    const { pages } = await read('text', utf8('🚢'.repeat(20_000)));
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.map(({ text }) => text).join('')).toBe('🚢'.repeat(20_000));
  });

  it('goes on from a page', async () => {
    const long = utf8(
      Array.from({ length: 300 }, (_, at) => `Paragraph ${at}. ${'word '.repeat(20)}`).join('\n\n'),
    );
    const whole = await read('text', long);
    expect((await read('text', long, 4)).pages).toEqual(whole.pages.slice(4));
  });

  it('refuses what holds no text', async () => {
    expect(await problemOf(read('text', utf8(' \n ')))).toBe('empty');
  });
});

describe('whatever a file is made of', () => {
  const words = 'harbour fees '.repeat(100_000);
  it.each<[string, ExtractionFormat, () => Uint8Array | Promise<Uint8Array>]>([
    ['a cell', 'table', () => utf8(`a,b\n1,"${words}"\n2,x\n`)],
    ['a row', 'table', () => utf8(`a,b\n${`${'x'.repeat(2_000)},`.repeat(399)}y\n2,x\n`)],
    ['a row of cells without number', 'table', () => utf8(`a,b\n${'x,'.repeat(1_000_000)}y\n2,x\n`)],
    ['a cell of a sheet', 'office', () => excelFile({ Costs: { A1: words, XFD2: 'far' } })],
    ['the name of a sheet', 'office', () => excelFile({ [words]: { A1: 'x', A2: 'y' } })],
    ['a slide', 'office', () => powerPointFile([[words, 'second']])],
    ['the subject of a mail', 'mail', () => utf8(`Subject: ${words}\n\nSee you at the harbour.`)],
    ['a title', 'pdf', () => pdfFile([['There are words here.']], { title: words })],
  ])('%s that is too long makes no page longer than a page is', async (_label, format, make) => {
    const { title, pages } = await read(format, await make());
    expect((title ?? '').length).toBeLessThanOrEqual(200);
    for (const page of pages) {
      expect(page.label.length).toBeLessThanOrEqual(200);
      expect(page.text.length).toBeLessThanOrEqual(40_000);
    }
    expect(pages.length).toBeGreaterThan(0);
  });

  it('keeps a row that is cut a row', async () => {
    const { pages } = await read('table', utf8(`a,b\n1,"${words}"\n2,x\n`));
    const rows = pages.flatMap(({ text }) => text.split('\n').slice(1));
    for (const row of rows) expect(row).toMatch(/^\| \d+ \| .* \|$/);
    expect(rows).toHaveLength(3);
  });
});
