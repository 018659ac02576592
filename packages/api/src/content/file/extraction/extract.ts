import type { ExtractionProblem } from '@tandem/shared/file/reading';
import { defineWorker } from '../../../core/worker/define-worker.ts';
import type { OwnChild } from '../../../core/worker/own-child.ts';
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
const BUDGET_MS = 1_500;
/** How much the batches that follow leave the processor to answers and searches: more, once it is a long file. */
const NICENESS = 5;
const LONG_FILE = { pages: 150, niceness: 10 };

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

export const extract = defineWorker<ExtractionTask, ExtractionAnswer>({
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

/** A file with the child that reads its batches. */
export interface FileWithChild extends FileToExtract {
  child: OwnChild;
}

/**
 * Reads and indexes consecutive pages of a file in a child process with bounded time and memory. When the child fails,
 * the first page is tried by itself, since another may be at fault.
 * @param soFar what was read before: the pages behind it are read
 * @throws UnreadableFile; `tooHard` is about the first page when others could be read
 */
export async function extractPages(
  { path, format, uploaderId, child }: FileWithChild,
  soFar: IndexedSoFar,
): Promise<IndexedBatch> {
  const isFirst = soFar.pages === 0;
  const read = async (atMost: number): Promise<IndexedBatch> => {
    const task = { path, format, soFar, atMost, budgetMs: isFirst ? FIRST_BUDGET_MS : BUDGET_MS };
    const ofRest = soFar.pages < LONG_FILE.pages ? NICENESS : LONG_FILE.niceness;
    const niceness = isFirst ? 0 : ofRest;
    const answer = await extract(task, { owner: uploaderId, own: child, niceness });
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
