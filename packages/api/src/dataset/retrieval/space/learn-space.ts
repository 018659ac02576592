import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { transaction } from '@tandem/db';
import { withTemporary } from '../../../content/file/temporary.ts';
import type { Platform } from '../../../core/platform.ts';
import type { WorkerFailure } from '../../../core/worker/child.ts';
import { defineWorker } from '../../../core/worker/define-worker.ts';
import { headOf } from './block.ts';
import type { LearnedSpace } from './learn.ts';
import {
  type DueSpace,
  findDueSpace,
  type LearnableExtraction,
  postingsOf,
  storeSpace,
} from './space.repo.ts';

const TIME_MS = 180_000;
const MEMORY_MB = 512;
/** Nobody waits for it. */
const NICENESS = 10;
/** Passages that are placed; further ones are found by their words only. */
const MAX_PLACED = 100_000;
/** Fewer are not tried again with half as many. */
const LEAST_PLACED = 10_000;
/** Passages whose postings are read from the database at once. */
const PASSAGES_AT_ONCE = 2_000;

export interface LearnTask {
  file: string;
  passages: number;
}

/** The child used up its time or memory. */
class TooHard extends Error {
  constructor(cause: WorkerFailure) {
    super('the space of a dataset took too long or too much', { cause });
  }
}

const learn = defineWorker<LearnTask, LearnedSpace>({
  file: new URL('./learn.worker.ts', import.meta.url),
  timeMs: TIME_MS,
  memoryMb: MEMORY_MB,
  atOnce: 1,
  slowAtOnce: 0,
  tooMuch: (failure) => new TooHard(failure),
});

/** Learns the space of a dataset in a child process, if it has none or has grown by a fifth since. */
export async function learnSpaceOf(platform: Platform, datasetId: string): Promise<void> {
  const { db } = platform.database;
  const due = await findDueSpace(db, datasetId);
  if (!due) return;
  const space = await learnFrom(platform, due, MAX_PLACED).catch((error: unknown) => {
    if (!(error instanceof TooHard)) throw error;
    platform.log.warn({ error, datasetId }, 'a dataset is searched by its words only');
    return null;
  });
  await transaction(db, (tx) => storeSpace(tx, datasetId, due.passages, space));
}

/** Learns from the first passages; from half as many where they have more words than memory holds. */
async function learnFrom(platform: Platform, due: DueSpace, most: number): Promise<LearnedSpace> {
  const extractions = firstOf(due.extractions, most);
  const passages = extractions.reduce((sum, each) => sum + each.passages, 0);
  try {
    return await withTemporary(platform.settings.dataDir, async (file) => {
      await pipeline(
        Readable.from(blocks(platform, extractions)),
        createWriteStream(file, { flags: 'wx', mode: 0o600 }),
      );
      return learn({ file, passages }, { owner: due.teamId, readable: [file], niceness: NICENESS });
    });
  } catch (error) {
    if (!(error instanceof TooHard) || passages < LEAST_PLACED) throw error;
    return learnFrom(platform, due, passages / 2);
  }
}

/** As many as are placed. */
function firstOf(extractions: readonly LearnableExtraction[], most: number): LearnableExtraction[] {
  let passages = 0;
  return extractions.filter((each) => {
    passages += each.passages;
    return passages <= most;
  });
}

async function* blocks(
  platform: Platform,
  extractions: readonly LearnableExtraction[],
): AsyncGenerator<Buffer> {
  let some: LearnableExtraction[] = [];
  let passages = 0;
  for (const [at, extraction] of extractions.entries()) {
    some.push(extraction);
    passages += extraction.passages;
    if (passages < PASSAGES_AT_ONCE && at < extractions.length - 1) continue;
    for (const { extractionId, postings } of await postingsOf(
      platform.database.db,
      some.map(({ id }) => id),
    )) {
      const of = some.find(({ id }) => id === extractionId);
      if (!of) continue;
      const { language, passages: count } = of;
      yield Buffer.from(headOf({ extractionId, language, passages: count, bytes: postings.length }));
      yield postings;
    }
    some = [];
    passages = 0;
  }
}
