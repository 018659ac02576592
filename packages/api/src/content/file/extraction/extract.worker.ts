import { readFileSync } from 'node:fs';
import { serveWorker } from '../../../core/worker/serve.ts';
import type { ExtractionAnswer, ExtractionTask } from './extract.ts';
import { indexPages } from './index/index-pages.ts';
import { type PageReader, UnreadableFile } from './pages.ts';
import { openFile } from './read/read.ts';
import { AHEAD, samplePdf } from './read/sample.ts';

/** The file of this process. It stays open between batches, since opening it again takes as long as some pages. */
let reader: Promise<PageReader> | null = null;

if (process.argv.includes(AHEAD)) {
  const sample = await openFile('pdf', samplePdf());
  const { pages } = await sample.read(0, () => true);
  indexPages(pages, { pages: 0, passages: 0, language: undefined });
  await sample.close();
}

serveWorker<ExtractionTask, ExtractionAnswer>(async ({ path, format, soFar, atMost, budgetMs }) => {
  const began = performance.now();
  try {
    reader ??= openFile(format, new Uint8Array(readFileSync(path)));
    const batch = await (await reader).read(
      soFar.pages,
      (pages) => pages >= atMost || performance.now() - began > budgetMs,
    );
    return { ...batch, index: indexPages(batch.pages, soFar) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.problem };
    throw error;
  }
});
