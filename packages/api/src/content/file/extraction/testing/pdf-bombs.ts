import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

/** A stream object: its dictionary without the length, and its bytes, which are packed this many times. */
function stream(entries: string, bytes: Uint8Array | string, packed = 1): Buffer {
  const filters = Array.from({ length: packed }, () => '/FlateDecode').join(' ');
  let content: Uint8Array = Buffer.from(bytes);
  for (let time = 0; time < packed; time += 1) content = deflateSync(content);
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Filter [${filters}] /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
}

/** A PDF of one page with a font, and what the font is made of. @param objects by number, from 5 the font itself */
function pdfOf(shown: string, objects: Record<number, Buffer | string>): Uint8Array {
  const all: [number, Buffer | string][] = [
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      3,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    ],
    [4, stream('', `BT /F 12 Tf 60 760 Td ${shown} Tj ET`)],
    ...Object.entries(objects).map(([number, body]) => [Number(number), body] as [number, Buffer | string]),
  ];
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...all.flatMap(([number, body]) => [
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(body),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ]);
}

const DESCRIPTOR =
  '/Type /FontDescriptor /FontName /Bomb /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80';
const SIMPLE =
  '/Type /Font /BaseFont /Bomb /FirstChar 65 /LastChar 70 /Widths [500 500 500 500 500 500] /FontDescriptor 6 0 R';
const COMPOSITE = (more: string) => ({
  5: `<< /Type /Font /Subtype /Type0 /BaseFont /Bomb /DescendantFonts [6 0 R] ${more} >>`,
  6: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Bomb /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /DW 500 >>',
  7: `<< ${DESCRIPTOR} >>`,
});
const WORDS = '(ABCDEFABCDEFABCDEF)';

/** A TrueType font whose table of glyphs is said to be, and is, as long as this. */
function endlessTrueType(megabytes: number): Buffer {
  const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const font = readFileSync(path.join(folder, 'standard_fonts/LiberationSans-Regular.ttf'));
  const whole = Buffer.concat([font, Buffer.alloc(megabytes * 1024 * 1024)]);
  for (let at = 0; at < whole.readUInt16BE(4); at += 1)
    if (whole.toString('latin1', 12 + at * 16, 16 + at * 16) === 'glyf')
      whole.writeUInt32BE(whole.length - whole.readUInt32BE(20 + at * 16), 24 + at * 16);
  return whole;
}

const ranges = (count: number, line: string) =>
  `/CIDInit /ProcSet findresource begin begincmap\n${`100 beginbfrange\n${`${line}\n`.repeat(100)}endbfrange\n`.repeat(count / 100)}endcmap end`;

/** Fonts that are made to take all of the time or memory of who reads them, each in a PDF of one page. */
export const fontBombs: Record<string, () => Uint8Array> = {
  'endless-truetype': () =>
    pdfOf(WORDS, {
      5: `<< ${SIMPLE} /Subtype /TrueType /Encoding /WinAnsiEncoding >>`,
      6: `<< ${DESCRIPTOR} /FontFile2 7 0 R >>`,
      7: stream('', endlessTrueType(300), 2),
    }),
  'endless-type1': () =>
    pdfOf(WORDS, {
      5: `<< ${SIMPLE} /Subtype /Type1 >>`,
      6: `<< ${DESCRIPTOR} /FontFile 7 0 R >>`,
      7: stream(
        '/Length1 100 /Length2 90000000 /Length3 0',
        `%!PS-AdobeFont-1.0: Bomb\n${'/Encoding 256 array dup 65 /A put /Subrs 9 array dup 0 5 RD xxxxx NP\n'.repeat(500_000)}`,
        2,
      ),
    }),
  'many-glyphs': () => {
    const glyphs = Array.from({ length: 10_000 }, (_, at) => at);
    const differences = glyphs
      .slice(0, 256)
      .map((at) => `/g${at}`)
      .join(' ');
    const procs = glyphs.map((at) => `/g${at} ${at + 10} 0 R`).join(' ');
    return pdfOf(`(${'ABCDEF'.repeat(5_000)})`, {
      5: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 0 /LastChar 255 /Widths [${'500 '.repeat(256)}] /Encoding << /Type /Encoding /Differences [0 ${differences}] >> /CharProcs << ${procs} >> /Resources << >> >>`,
      ...Object.fromEntries(
        glyphs.map((at) => [at + 10, stream('', '500 0 d0 0 0 500 500 re f '.repeat(200))]),
      ),
    });
  },
  // Too few letters for a page with text, so that it is drawn as well.
  'recursive-type3': () =>
    pdfOf('(AB)', {
      5: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 65 /LastChar 66 /Widths [500 500] /Encoding << /Type /Encoding /Differences [65 /a /b] >> /CharProcs << /a 6 0 R /b 7 0 R >> /Resources << /Font << /F 5 0 R >> /XObject << /X 8 0 R >> >> >>',
      6: stream('', `500 0 d0 BT /F 1 Tf ${'(BBBBBBBB) Tj '.repeat(50)} ET`),
      7: stream('', `500 0 d0 BT /F 1 Tf ${'(AAAAAAAA) Tj '.repeat(50)} ET /X Do`),
      8: stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 10 10] /Resources << /Font << /F 5 0 R >> /XObject << /X 8 0 R >> >>',
        `BT /F 1 Tf ${WORDS} Tj ET /X Do /X Do`,
      ),
    }),
  'giant-tounicode': () =>
    pdfOf('<00410042004300440045004600410042004300440045>', {
      ...COMPOSITE('/Encoding /Identity-H /ToUnicode 8 0 R'),
      8: stream('', ranges(200_000, '<0000> <ffff> <00410042004300440045004600470048>'), 2),
    }),
  'four-byte-tounicode': () =>
    pdfOf('<00410042004300440045004600410042004300440045>', {
      ...COMPOSITE('/Encoding /Identity-H /ToUnicode 8 0 R'),
      8: stream('', ranges(1_000, '<00000000> <ffffffff> <0041>')),
    }),
  'giant-encoding': () =>
    pdfOf('<00410042004300440045004600410042004300440045>', {
      ...COMPOSITE('/Encoding 8 0 R'),
      8: stream(
        '/Type /CMap /CMapName /Bomb /UseCMap 8 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>',
        `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange\n${'100 begincidrange\n'}${'<00000000> <ffffffff> 0\n'.repeat(100)}endcidrange endcmap`,
      ),
    }),
};
