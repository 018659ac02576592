import { transaction } from '@tandem/db';
import type { ExtractionProblem } from '@tandem/shared/file/reading';
import type { FilePage } from '../../ai/context/attachments.ts';
import type { Platform } from '../../core/platform.ts';
import { findPages } from './extraction/extraction.repo.ts';
import {
  type ExtractableFile,
  keyOf,
  requestExtraction,
  whenExtracted,
} from './extraction/extraction.service.ts';
import { formatOf } from './extraction/format.ts';

/** How long a call waits for a content that is being read, in milliseconds. */
const WAIT_MS = 45_000;

/** Pages of a content that a channel keeps, or why there are none. */
export type KeptPages =
  | { pages: FilePage[]; total: number | null }
  | { unread: ExtractionProblem | 'late' | 'unreadable' };

/**
 * Reads pages of a content that a channel keeps without a file (`keepContents`), as text; pictures are not read. Who
 * calls this answers for the access to it.
 * @param file.uploaderId who waits for it
 * @param range.from the first page, from 1
 * @throws the signal's reason
 */
export async function pagesOfKept(
  platform: Platform,
  file: ExtractableFile,
  range: { from: number; limit: number },
  signal: AbortSignal,
): Promise<KeptPages> {
  const format = formatOf(file);
  const key = keyOf(file);
  if (!key || format === 'image' || format === 'text') return { unread: 'unreadable' };
  const { db } = platform.database;
  await transaction(db, (tx) => requestExtraction(tx, platform, file));
  const state = await whenExtracted(platform, key, { timeoutMs: WAIT_MS, signal });
  if (state?.status === 'failed') return { unread: state.problem ?? 'broken' };
  if (!state || state.done === 0) return { unread: 'late' };
  const found = await findPages(db, key, { after: range.from - 1, limit: range.limit });
  const pages = found.map(({ index, label, text, problem }) => ({
    ...{ index, label },
    text: problem ? `(This page has no text: ${problem}.)` : text,
  }));
  return { pages, total: state.pages };
}
