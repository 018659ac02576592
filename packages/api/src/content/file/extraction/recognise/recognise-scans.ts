import { transaction } from '@tandem/db';
import { AppError } from '../../../../core/errors.ts';
import { topics } from '../../../../core/live/bus.ts';
import type { Platform } from '../../../../core/platform.ts';
import { withContent } from '../../temporary.ts';
import { isReading } from '../again.repo.ts';
import { type ExtractionRow, findExtraction } from '../extraction.repo.ts';
import { type ExtractionJob, endExtraction, NOBODY, RECOGNITION_JOB } from '../extraction.service.ts';
import { recognisePages } from './recognise.ts';
import { findScans, finishRecognition, storeRecognised } from './recognition.repo.ts';

/** Pictures of one file that are read, and the time spent on them, after which the others stay unread. */
const MAX_SCANS = 500;
const MAX_MS = 60 * 60 * 1_000;
/** Pages that are named to one child process. */
const AT_ONCE = 20;
const PUT_OFF_SECONDS = 30;

/**
 * Reads the pictures of a file's pages that have no text, one after the other. Each is stored before the next is read,
 * so that a killed process goes on where it stopped, and what was read is found while the rest is still being read.
 */
export async function recogniseScans(platform: Platform, job: ExtractionJob): Promise<void> {
  const { db } = platform.database;
  const row = await findExtraction(db, job);
  if (!row || row.status === 'ready' || row.status === 'failed') return;
  try {
    await withContent(platform, job.hash, (path) => recogniseFrom(platform, job, path, row));
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== 'notFound') throw error;
    // Its file was deleted meanwhile, and the sweep takes the row along; or the storage has lost it.
    await endExtraction(db, job, 'interrupted');
  }
  platform.bus.publish(topics.extraction(job.hash), { type: 'extraction' });
}

async function recogniseFrom(
  platform: Platform,
  job: ExtractionJob,
  path: string,
  begun: ExtractionRow,
): Promise<void> {
  const { db } = platform.database;
  const file = { path, format: job.format, uploaderId: job.uploaderId };
  let row = begun;
  while (row.recognised < MAX_SCANS && row.recognisedMs < MAX_MS) {
    if (job.isSlow && (await isReading(db, { isNew: true }))) return putOff(platform, job);
    const scans = await findScans(db, job, Math.min(AT_ONCE, MAX_SCANS - row.recognised));
    if (scans.length === 0) break;
    const { recognised, passages } = row;
    const began = performance.now();
    const language = passages === 0 ? undefined : row.language;
    const pages = await recognisePages(file, scans, { passages, language });
    const ms = Math.round(performance.now() - began);
    const stored = await transaction(db, (tx) => storeRecognised(tx, job, pages, { recognised, ms }));
    if (!stored) return;
    platform.bus.publish(topics.extraction(job.hash), { type: 'extraction' });
    row = stored;
  }
  await transaction(db, (tx) => finishRecognition(tx, job));
}

/** Goes on later with what nobody waits for. */
function putOff(platform: Platform, job: ExtractionJob): Promise<void> {
  return transaction(platform.database.db, (tx) =>
    platform.jobs.enqueue(tx, RECOGNITION_JOB, job, { owner: NOBODY, startAfterSeconds: PUT_OFF_SECONDS }),
  );
}
