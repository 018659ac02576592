import { transaction } from '@tandem/db';
import { AppError } from '../../../core/errors.ts';
import { topics } from '../../../core/live/bus.ts';
import type { Platform } from '../../../core/platform.ts';
import { withContent } from '../temporary.ts';
import { childrenOf, type Place } from './children.ts';
import { extractPages, type IndexedBatch } from './extract.ts';
import { countCharacters, type ExtractionRow, findExtraction, storePages } from './extraction.repo.ts';
import { type ExtractionJob, endExtraction, NOBODY, RECOGNITION_JOB } from './extraction.service.ts';
import { indexPages } from './index/index-pages.ts';
import { UnreadableFile } from './pages.ts';

/** Consecutive pages on which the child failed, after which the whole file is given up. */
const MAX_FAILURES = 5;

/**
 * Characters of all pages of one file. Thousands of pages of a PDF may share one long text, and so take a hundred
 * thousand times the room of the file; pages read until then stay.
 */
const MAX_STORED = 30_000_000;

/**
 * Reads what has not been read of a file, batch by batch. Each batch is stored before the next is read, so that a
 * killed process goes on where it stopped.
 */
export async function readExtraction(platform: Platform, job: ExtractionJob): Promise<void> {
  const { db } = platform.database;
  const row = await findExtraction(db, job);
  if (!row || row.status === 'ready' || row.status === 'failed') return;
  const children = childrenOf(platform);
  const { path, child } = children.next();
  try {
    await withContent(platform, job.hash, () => readFrom(platform, job, { path, child }, row), path);
  } catch (error) {
    if (error instanceof UnreadableFile) await endExtraction(db, job, error.problem);
    // Its file was deleted meanwhile, and the sweep takes the row along; or the storage has lost it.
    else if (error instanceof AppError && error.key === 'notFound')
      await endExtraction(db, job, 'interrupted');
    else throw error;
  } finally {
    await child.close();
    children.expect(job.format);
  }
  platform.bus.publish(topics.extraction(job.hash), { type: 'extraction' });
}

/** Notes that reading a content was given up for faults that are not the file's, so that people can retry it. */
export async function giveUpExtraction(platform: Platform, job: ExtractionJob): Promise<void> {
  await endExtraction(platform.database.db, job, 'interrupted');
  platform.bus.publish(topics.extraction(job.hash), { type: 'extraction' });
}

async function readFrom(
  platform: Platform,
  job: ExtractionJob,
  { path, child }: Place,
  begun: ExtractionRow,
): Promise<void> {
  const file = { path, child, format: job.format, uploaderId: job.uploaderId };
  let row = begun;
  let failures = 0;
  let characters = row.done === 0 ? 0 : await countCharacters(platform.database.db, job);
  while (row.pages === null || row.done < row.pages) {
    const soFar = {
      pages: row.done,
      passages: row.passages,
      language: row.passages === 0 ? undefined : row.language,
    };
    let batch: IndexedBatch;
    try {
      batch = await extractPages(file, soFar);
      failures = 0;
    } catch (error) {
      failures += 1;
      const isOnePage = error instanceof UnreadableFile && error.problem === 'tooHard';
      if (!isOnePage || row.pages === null || failures > MAX_FAILURES) throw error;
      const pages = [{ label: String(row.done + 1), text: '', problem: 'tooHard' as const }];
      batch = { title: row.title, total: row.pages, pages, index: indexPages(pages, soFar) };
    }
    for (const { text } of batch.pages) characters += text.length;
    if (characters > MAX_STORED) throw new UnreadableFile('tooLarge');
    const { done } = row;
    const stored = await transaction(platform.database.db, (tx) => storePages(tx, job, done, batch));
    if (!stored) return;
    platform.bus.publish(topics.extraction(job.hash), { type: 'extraction' });
    row = stored;
  }
  if (row.status === 'ready') return;
  await transaction(platform.database.db, (tx) =>
    platform.jobs.enqueue(tx, RECOGNITION_JOB, job, { owner: job.isSlow ? NOBODY : job.uploaderId }),
  );
}
