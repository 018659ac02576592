import {
  bombFile,
  epubFile,
  excelFile,
  openDocumentFile,
  powerPointFile,
  wordFile,
  wordParagraph,
} from '@tandem/api/content/file/extraction/testing/archive';
import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { lockedPdf } from '@tandem/api/content/file/extraction/testing/pdf-locked';
import { pictureOfText, scannedPdf } from '@tandem/api/content/file/extraction/testing/scan';
import type { SourceProblem } from '@tandem/shared/dataset/source';
import type { ExtractionProblem } from '@tandem/shared/file/reading';
import { strToU8, zipSync } from 'fflate';

/** A file, and what becomes of it as a source. */
export interface SampleFile {
  name: string;
  bytes: Uint8Array | string;
  /** How its reading ends; an archive becomes a folder. */
  ends: 'ready' | 'folder' | SourceProblem | ExtractionProblem;
  /** A word that is in no other file, in lower case; undefined where nothing can be read. */
  word?: string | undefined;
  /** The number of its pages, where it is more than one; null where it is not known. */
  pages?: number | null | undefined;
}

/** Pages of the file that takes longest to read, but for those of pictures. */
const LONG_PAGES = 400;
const LINE = 'The quay is forty metres long and lies to the north of the old town hall.';

const scan = (word: string) => [`The ${word} opens in May, and the boats are moored`, 'along the quay.'];

/** Two dozen files of all kinds, those that take long to read first; the largest, of a megabyte, is a table. */
export async function filesOfAllKinds(): Promise<SampleFile[]> {
  const pdf = await pdfFile([['A page with words']]);
  const long = Array.from({ length: LONG_PAGES }, (_, at) => [
    `Sextant page ${at + 1}.`,
    ...Array(40).fill(LINE),
  ]);
  const scans = [scan('harbour'), scan('lighthouse'), scan('shipyard')];
  const cells = '<table:table-cell><text:p>Cleat</text:p></table:table-cell>';
  const table = `<table:table table:name="Parts"><table:table-row>${cells}</table:table-row></table:table>`;
  const rows = Array.from({ length: 40_000 }, (_, at) => `number ${at} of the list,${at}`);
  const cut = wordFile(wordParagraph('x'.repeat(5_000))).subarray(0, 400);
  const ready: [name: string, bytes: Uint8Array | string, word: string, pages?: number | null][] = [
    ['long.pdf', await pdfFile(long), 'sextant', LONG_PAGES],
    ['scan.pdf', await scannedPdf(scans), 'shipyard', scans.length],
    ['sign.png', pictureOfText(scan('boathouse'), [900, 300]), 'boathouse'],
    ['sign.jpg', pictureOfText(scan('breakwater'), [900, 300], 'jpeg'), 'breakwater'],
    ['short.pdf', await pdfFile([['The capstan holds the rope.']]), 'capstan'],
    ['a.docx', wordFile(wordParagraph('The mainsail is dry.')), 'mainsail'],
    ['a.xlsx', excelFile({ Costs: { A1: 'Bollard', B1: 12.5 } }), 'bollard'],
    ['a.pptx', powerPointFile([['Plan', 'Repaint the gangway']]), 'gangway'],
    ['a.odt', openDocumentFile('<text:p>The anchor is heavy.</text:p>'), 'anchor'],
    ['a.ods', openDocumentFile(table, 'spreadsheet'), 'cleat'],
    ['a.epub', epubFile('Knots', ['<p>The bowline holds.</p>']), 'bowline'],
    ['a.html', '<!doctype html><title>W</title><p>The windlass turns.</p>', 'windlass'],
    ['a.eml', 'From: a@example.test\r\nSubject: Keel\r\n\r\nThe keelson is oak.', 'keelson'],
    ['a.csv', `item,price\nhalyard,3\n${rows.join('\n')}`, 'halyard', null],
    ['a.md', '# Notes\n\nThe rudder is loose.', 'rudder'],
    ['a.txt', 'The compass points north.', 'compass'],
    ['a.json', '{"part":"spinnaker"}', 'spinnaker'],
  ];
  const others: [name: string, bytes: Uint8Array | string, ends: SampleFile['ends']][] = [
    ['port.zip', zipSync({ 'tide.txt': strToU8('The tide is low.') }), 'folder'],
    ['locked.pdf', await lockedPdf(pdf, 'a password'), 'encrypted'],
    ['broken.pdf', pdf.subarray(0, 80), 'broken'],
    ['bomb.docx', bombFile(66), 'tooLarge'],
    ['white.pdf', await scannedPdf([[], []]), 'empty'],
    ['cut.docx', cut, 'broken'],
    ['tool.bin', new Uint8Array([1, 2, 0, 3, 255]), 'notReadable'],
  ];
  return [
    ...ready.map(([name, bytes, word, pages]) => ({ name, bytes, word, pages, ends: 'ready' as const })),
    ...others.map(([name, bytes, ends]) => ({ name, bytes, ends })),
  ];
}
