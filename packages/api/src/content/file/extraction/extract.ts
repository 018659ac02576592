import type { ExtractionProblem } from '@tandem/shared/file/reading';
import { defineWorker } from '../../../core/worker/define-worker.ts';
import type { ExtractionFormat } from './format.ts';
import type { IndexedSoFar, PageIndex } from './index/index-pages.ts';
import { type PageBatch, UnreadableFile } from './pages.ts';

const TIME_MS = 30_000;
const MEMORY_MB = 512;
/**
 * Time after which a batch ends with the page that is being read, in milliseconds: the first one soon, so that readers
 * see the beginning, and yet with all pages of most files.
 */
const FIRST_BUDGET_MS = 150;
const BUDGET_MS = 5_000;
/** How much the batches that follow leave the processor to answers and searches. */
const NICENESS = 5;

/** Input of the worker. */
export interface ExtractionTask {
  path: string;
  format: ExtractionFormat;
  /** What was read before; the next page is the first one. */
  soFar: IndexedSoFar;
  atMost: number;
  budgetMs: number;
}

/** Consecutive pages with their part of the index. */
export interface IndexedBatch extends PageBatch {
  index: PageIndex;
}

export type ExtractionAnswer = IndexedBatch | { problem: ExtractionProblem };

const extract = defineWorker<ExtractionTask, ExtractionAnswer>({
  file: new URL('./extract.worker.ts', import.meta.url),
  timeMs: TIME_MS,
  memoryMb: MEMORY_MB,
  waitingPerOwner: 1_000,
  tooMuch: (failure) => new UnreadableFile('tooHard', failure),
});

/** A file whose pages are read. */
export interface FileToExtract {
  /** Where its bytes lie while it is read. */
  path: string;
  format: ExtractionFormat;
  /** Its uploader, whose files wait behind everyone else's when they have many. */
  uploaderId: number;
}

/**
 * Reads and indexes consecutive pages of a file in a child process with bounded time and memory. When the child fails,
 * the first page is tried by itself, since another may be at fault.
 * @param soFar what was read before: the pages behind it are read
 * @throws UnreadableFile; `tooHard` is about the first page when others could be read
 */
export async function extractPages(
  { path, format, uploaderId }: FileToExtract,
  soFar: IndexedSoFar,
): Promise<IndexedBatch> {
  const isFirst = soFar.pages === 0;
  const read = async (atMost: number): Promise<IndexedBatch> => {
    const task = { path, format, soFar, atMost, budgetMs: isFirst ? FIRST_BUDGET_MS : BUDGET_MS };
    const niceness = isFirst ? 0 : NICENESS;
    const answer = await extract(task, { owner: uploaderId, readable: [path], niceness });
    if ('problem' in answer) throw new UnreadableFile(answer.problem);
    return answer;
  };
  try {
    return await read(Number.MAX_SAFE_INTEGER);
  } catch (error) {
    const isByPage = format === 'pdf';
    if (isByPage && error instanceof UnreadableFile && error.problem === 'tooHard') return read(1);
    throw error;
  }
}
