import type { Db } from '@tandem/db';
import type { ExtractionProblem } from '@tandem/shared/file/reading';
import type { FilePage } from '../../../ai/context/attachments.ts';
import { topics } from '../../../core/live/bus.ts';
import type { Platform } from '../../../core/platform.ts';
import type { FileRow } from '../file.repo.ts';
import { endReadingAgain, reopenExtraction } from './again.repo.ts';
import {
  type ExtractionKey,
  type ExtractionRow,
  failExtraction,
  findExtraction,
  findPages,
  insertExtraction,
  resumeExtraction,
} from './extraction.repo.ts';
import { formatOf } from './format.ts';
import { hasEarlierText } from './version.ts';

export { isReading } from './again.repo.ts';
export { deleteExtractions } from './extraction.repo.ts';
export { formatOf } from './format.ts';

/** A file as far as reading it is concerned. */
export type ExtractableFile = Pick<FileRow, 'hash' | 'mediaType' | 'name' | 'uploaderId'>;

/** Input of the job. */
export type ExtractionJob = ExtractionKey & {
  uploaderId: number;
  /** Whether it gives way to everything that was not read before. */
  isSlow?: boolean | undefined;
};

/** Whose jobs are nobody's, and so hold up nobody's. */
export const NOBODY = 0;

export const EXTRACTION_JOB = 'extraction.read';
/** Reads the pictures of pages, after everything else of the file was read. */
export const RECOGNITION_JOB = 'extraction.recognise';

/** The name under which the text of a file is kept; null when it cannot be extracted. */
export function keyOf(file: Pick<ExtractableFile, 'hash' | 'mediaType' | 'name'>): ExtractionKey | null {
  const format = formatOf(file);
  return format && { hash: file.hash, format };
}

/** How a reading ends without a fault of the file: whoever asks for the content again has it read on. */
const UNFINISHED: readonly ExtractionProblem[] = ['stopped', 'interrupted'];

/**
 * Has the text of a file read in the background, once for each content. A reading that goes on or is over is left as it
 * is.
 */
export async function requestExtraction(tx: Db, platform: Platform, file: ExtractableFile): Promise<void> {
  const key = keyOf(file);
  if (key && ((await insertExtraction(tx, key)) || (await resumeExtraction(tx, key, UNFINISHED))))
    await enqueueExtraction(tx, platform, key, file);
}

/**
 * Goes on reading a content whose reading failed or was stopped, and reads pages again of which an earlier version got
 * no text; nothing happens in any other state.
 */
export async function retryExtraction(tx: Db, platform: Platform, file: ExtractableFile): Promise<void> {
  const key = keyOf(file);
  if (key && ((await reopenExtraction(tx, key)) || (await resumeExtraction(tx, key))))
    await enqueueExtraction(tx, platform, key, file);
}

/**
 * Reads pages of a content again of which an earlier version got no text, while nothing else is to be read.
 * @returns whether there was something to read
 */
export async function readAgainSlowly(
  tx: Db,
  platform: Platform,
  { hash, format, uploaderId }: ExtractionKey & { uploaderId: number },
): Promise<boolean> {
  if (!(await reopenExtraction(tx, { hash, format }))) return false;
  const job: ExtractionJob = { hash, format, uploaderId, isSlow: true };
  await platform.jobs.enqueue(tx, EXTRACTION_JOB, job, { owner: NOBODY });
  return true;
}

function enqueueExtraction(
  tx: Db,
  platform: Platform,
  key: ExtractionKey,
  { uploaderId }: ExtractableFile,
): Promise<void> {
  const job: ExtractionJob = { ...key, uploaderId };
  return platform.jobs.enqueue(tx, EXTRACTION_JOB, job, { owner: uploaderId });
}

/** Stops reading a content; the pages read so far stay. */
export function stopExtraction(tx: Db, key: { hash: string; format: string }): Promise<void> {
  return endExtraction(tx, key, 'stopped');
}

/** Ends a reading that is not over; one whose whole text an earlier version has got stays ready. */
export async function endExtraction(
  tx: Db,
  key: { hash: string; format: string },
  problem: ExtractionProblem,
): Promise<void> {
  if (!(await endReadingAgain(tx, key, problem))) await failExtraction(tx, key, problem);
}

/** How often the state is compared with the database while waiting, in milliseconds: the bus may lose a message. */
const COMPARE_EVERY_MS = 2_000;

/**
 * Waits until a file has been read, or cannot be.
 * @param timeoutMs time after which the state is told as it is
 * @returns null when nobody asked for it or the content is gone
 * @throws the signal's reason
 */
export async function whenExtracted(
  platform: Platform,
  key: ExtractionKey,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<ExtractionRow | null> {
  const deadline = performance.now() + timeoutMs;
  let changed = Promise.withResolvers<void>();
  const unsubscribe = platform.bus.subscribe(topics.extraction(key.hash), () => changed.resolve());
  // A rejection would go unhandled while the database is asked; the loop begins by throwing the reason.
  const stop = () => changed.resolve();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const row = await findExtraction(platform.database.db, key);
      // What an earlier version got is not waited for while it is read again.
      if (row && hasEarlierText(row) && row.status !== 'failed') return { ...row, status: 'ready' };
      const isOver = !row || row.status === 'ready' || row.status === 'failed';
      const left = deadline - performance.now();
      if (isOver || left <= 0) return row;
      const timer = setTimeout(() => changed.resolve(), Math.min(left, COMPARE_EVERY_MS));
      await changed.promise.finally(() => clearTimeout(timer));
      changed = Promise.withResolvers();
    }
  } finally {
    signal.removeEventListener('abort', stop);
    unsubscribe();
  }
}

/** Pages read from the database at once. */
const PAGES_AT_ONCE = 40;
/** Characters that tell pages apart in a model's input. */
const PAGE_MARK = 20;

/**
 * The pages of a file from its beginning.
 * @param maxCharacters after which they are cut
 */
export async function pagesOfExtraction(
  db: Db,
  key: ExtractionKey,
  maxCharacters: number,
): Promise<{ pages: FilePage[]; isWhole: boolean }> {
  const pages: FilePage[] = [];
  let left = maxCharacters;
  for (let after = 0; ; ) {
    const found = await findPages(db, key, { after, limit: PAGES_AT_ONCE });
    for (const { index, label, text, problem } of found) {
      const told = problem ? `(This page has no text: ${problem}.)` : text;
      if (told.length > left)
        return { pages: [...pages, { index, label, text: told.slice(0, left) }], isWhole: false };
      pages.push({ index, label, text: told });
      left -= told.length + label.length + PAGE_MARK;
      after = index;
    }
    if (found.length < PAGES_AT_ONCE) return { pages, isWhole: true };
  }
}
