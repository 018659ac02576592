import { defineWorker } from '../../../../core/worker/define-worker.ts';
import type { FileToExtract } from '../extract.ts';
import type { PageIndex } from '../index/index-pages.ts';
import { UnreadableFile } from '../pages.ts';
import type { RecognisedText } from './text.ts';

/** Processor time of one page, after those that took less than the budget. */
const TIME_MS = 30_000;
const MEMORY_MB = 512;
/** The time after which it ends with the page that is being read. */
const BUDGET_MS = 4_000;

/** How much it leaves the processor to answers, searches and the reading of text. */
const NICENESS = 10;

/** A page whose picture is to be read. */
export interface ScannedPage {
  /** From 1. */
  index: number;
  label: string;
}

/** Input of the worker. */
export interface RecognitionTask {
  path: string;
  format: 'pdf' | 'image';
  pages: readonly ScannedPage[];
  /** Passages that the file has so far. */
  passages: number;
  /** Undefined while no text was read, so that the language is still to be recognised. */
  language: string | null | undefined;
  budgetMs: number;
}

/** What was read of one page, with its part of the index; without words where there are none. */
export interface RecognisedPage extends ScannedPage {
  read: (RecognisedText & { entries: PageIndex }) | null;
  problem: 'empty' | 'tooHard' | null;
}

const recognise = defineWorker<RecognitionTask, RecognisedPage[]>({
  file: new URL('./recognise.worker.ts', import.meta.url),
  timeMs: TIME_MS + BUDGET_MS,
  memoryMb: MEMORY_MB,
  // One is enough for a machine that answers people meanwhile, and keeps its place: starting again costs most.
  atOnce: 1,
  slowAtOnce: 0,
  waitingPerOwner: 1_000,
  addons: true,
  tooMuch: (failure) => new UnreadableFile('tooHard', failure),
});

/**
 * Reads the pictures of pages, as many as there is time for, in a child process with bounded time and memory. When the child fails,
 * the first page is tried by itself, since another may be at fault.
 * @returns the pages in order, at least one
 */
export async function recognisePages(
  { path, format, uploaderId }: FileToExtract,
  pages: readonly ScannedPage[],
  soFar: Pick<RecognitionTask, 'passages' | 'language'>,
): Promise<RecognisedPage[]> {
  if (format !== 'pdf' && format !== 'image') throw new Error(`${format} has no pictures of pages`);
  const read = () =>
    recognise(
      { path, format, pages, ...soFar, budgetMs: BUDGET_MS },
      { owner: uploaderId, readable: [path], niceness: NICENESS },
    );
  const [first] = pages;
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableFile) || !first) throw error;
    if (pages.length > 1) return recognisePages({ path, format, uploaderId }, [first], soFar);
    return [{ ...first, read: null, problem: 'tooHard' }];
  }
}
