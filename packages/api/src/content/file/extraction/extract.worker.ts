import { readFileSync } from 'node:fs';
import { serveWorker } from '../../../core/worker/serve.ts';
import type { ExtractionAnswer, ExtractionTask } from './extract.ts';
import { indexPages } from './index/index-pages.ts';
import { UnreadableFile } from './pages.ts';
import { readPages } from './read/read.ts';

serveWorker<ExtractionTask, ExtractionAnswer>(async ({ path, format, soFar, atMost, budgetMs }) => {
  const began = performance.now();
  try {
    const batch = await readPages(
      format,
      new Uint8Array(readFileSync(path)),
      soFar.pages,
      (pages) => pages >= atMost || performance.now() - began > budgetMs,
    );
    return { ...batch, index: indexPages(batch.pages, soFar) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.problem };
    throw error;
  }
});
