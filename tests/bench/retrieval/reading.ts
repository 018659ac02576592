import { indexPages } from '@tandem/api/content/file/extraction/index/index-pages';
import { readPages } from '@tandem/api/content/file/extraction/read/read';
import { type BenchRow, megabytes, ms, ratio } from '../table.ts';
import type { World } from '../world.ts';
import { watchChildren } from './children.ts';
import { Prose } from './prose.ts';
import { textPdf } from './text-pdf.ts';
import { answeredWithMarks, firstFound, upload } from './upload.ts';

/** Pages of a text PDF that are read at once, as in one batch of a long file. */
const PAGES = 300;
/** What is asked of it. */
const ASKED = { pagesPerSecond: 40, firstMs: 1_000, answerMs: 3_000, memory: 512 * 2 ** 20 };
/** Runs of what takes a second or less. */
const RUNS = 5;

/** Reading PDFs of text: how fast, how soon the first page is found and an answer has marks, and in how much memory. */
export async function measureReading(world: World): Promise<BenchRow[]> {
  const prose = new Prose(100);
  const rate = await pagesPerSecond(await textPdf(prose, PAGES));
  const children = watchChildren('extract.worker.ts');
  const found: number[] = [];
  const answered: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    found.push(await firstFound(world, await textPdf(prose, 100, `first${run}`), `first${run}`));
    answered.push(await answeredWithMarks(world, await textPdf(prose, 100, `last${run}`), `last${run}`));
  }
  await upload(world, await textPdf(prose, 5 * PAGES), 'long.pdf');
  const memory = await children.stop();
  const middle = (times: number[]) => times.toSorted((a, b) => a - b)[RUNS >> 1] ?? Number.NaN;
  return [
    {
      what: 'pages of text PDFs read and indexed, a core',
      ours: `${Math.round(rate)} /s`,
      against: `asked: ${ASKED.pagesPerSecond} /s`,
      ratio: ratio(rate, ASKED.pagesPerSecond),
    },
    {
      what: 'first page found after upload, 100 pages',
      ours: `${ms(middle(found))}, at most ${ms(Math.max(...found))}`,
      against: `asked: ${ms(ASKED.firstMs)}`,
      ratio: ratio(middle(found), ASKED.firstMs),
    },
    {
      what: '100 pages uploaded, read, and asked about: answer with marks',
      ours: `${ms(middle(answered))}, at most ${ms(Math.max(...answered))}`,
      against: `asked: ${ms(ASKED.answerMs)}`,
      ratio: ratio(middle(answered), ASKED.answerMs),
    },
    {
      what: 'resident memory of a reading child, at most',
      ours: megabytes(memory),
      against: `asked: ${megabytes(ASKED.memory)}`,
      ratio: ratio(memory, ASKED.memory),
    },
  ];
}

/** By the processor's time, so that whatever else runs does not count. */
async function pagesPerSecond(pdf: Uint8Array): Promise<number> {
  const read = async (most: number) => {
    const { pages } = await readPages('pdf', pdf.slice(), 0, (count) => count >= most);
    indexPages(pages, { pages: 0, passages: 0, language: undefined });
    return pages.length;
  };
  await read(20);
  const before = process.cpuUsage();
  const pages = await read(Number.POSITIVE_INFINITY);
  const { user, system } = process.cpuUsage(before);
  return (pages * 1_000_000) / (user + system);
}
