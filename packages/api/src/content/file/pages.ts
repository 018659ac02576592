import { type Db, transaction } from '@tandem/db';
import type { FilePages, FileReading } from '@tandem/shared/file/reading';
import type { UserContext } from '../../core/context.ts';
import {
  type ExtractionKey,
  type ExtractionRow,
  findExtraction,
  findPages,
} from './extraction/extraction.repo.ts';
import { keyOf, requestExtraction, whenExtracted } from './extraction/extraction.service.ts';
import type { FileRow } from './file.repo.ts';

/** How long a call waits for a file that is being read, in milliseconds. */
const WAIT_MS = 10_000;

/**
 * Has the text of a file read, and tells how far that is after ten seconds at the latest. Calling it again goes on
 * waiting.
 */
export async function readFile(
  { db, platform }: UserContext,
  file: FileRow,
  signal: AbortSignal,
): Promise<FileReading> {
  const key = keyOf(file);
  if (!key) return unreadable;
  await transaction(db, (tx) => requestExtraction(tx, platform, file));
  return present(await whenExtracted(platform, key, { timeoutMs: WAIT_MS, signal }));
}

/** The pages of a file that were read so far, in order, after one. */
export function filePages(
  { db }: Pick<UserContext, 'db'>,
  file: FileRow,
  range: { after: number; limit: number; words?: boolean },
): Promise<FilePages> {
  return pagesOf(db, keyOf(file), range);
}

/** The same for a content; null for one whose text cannot be extracted. */
export async function pagesOf(
  db: Db,
  key: ExtractionKey | null,
  range: { after: number; limit: number; words?: boolean },
): Promise<FilePages> {
  if (!key) return { ...unreadable, list: [] };
  const state = present(await findExtraction(db, key));
  return { ...state, list: await findPages(db, key, range) };
}

const unreadable: FileReading = {
  ...{ status: 'unreadable', title: null, pages: null, done: 0 },
  ...{ scans: 0, recognised: 0, problem: null },
};

function present(row: ExtractionRow | null): FileReading {
  if (!row) return { ...unreadable, status: 'queued' };
  const { status, title, pages, done, scans, recognised, problem } = row;
  // What was ready and is read again in vain stays ready.
  return { status, title, pages, done, scans, recognised, problem: status === 'failed' ? problem : null };
}
