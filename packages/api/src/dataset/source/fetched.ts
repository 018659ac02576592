import type { Db } from '@tandem/db';
import type { SourceTable } from '@tandem/db/tables/dataset';
import type { SourceProblem } from '@tandem/shared/dataset/source';
import { type Selectable, sql } from 'kysely';
import { requestExtraction } from '../../content/file/extraction/extraction.service.ts';
import type { FileRow } from '../../content/file/file.service.ts';
import { dropFiles } from '../../content/file/file.service.ts';
import { AppError } from '../../core/errors.ts';
import { type FetchedPage, FetchFailed, FetchRefused } from '../../core/fetch/types.ts';
import type { Platform } from '../../core/platform.ts';
import { contentOf } from './add-files.ts';
import { changeSources } from './change.ts';
import { claimFetch, findForJob } from './fetch.repo.ts';
import { type SourceValues, updateSources } from './source.repo.ts';

export const FETCH_JOB = 'source.fetch';

/** A source whose content comes from elsewhere, as jobs see it. */
export type FetchedSource = Selectable<SourceTable>;

/** Has the content of a page, sitemap or document fetched in the background, unless that is waiting to be done. */
export async function enqueueFetch(
  tx: Db,
  platform: Platform,
  { id, creatorId }: { id: string; creatorId: number },
): Promise<void> {
  if (await claimFetch(tx, id))
    await platform.jobs.enqueue(tx, FETCH_JOB, { sourceId: id }, { owner: creatorId });
}

/**
 * Requests the address of a source.
 * @returns a page with status 200 or 304, or why there is none
 */
export async function requestPage(
  { fetch }: Platform,
  { url, etag, fileId, problem }: FetchedSource,
  { maxBytes }: { maxBytes: number },
): Promise<FetchedPage | SourceProblem> {
  try {
    const held = etag !== null && fileId !== null && problem === null ? { etag } : {};
    const page = await fetch.fetchPage(url ?? '', { maxBytes, ...held });
    if (page.status === 404 || page.status === 410) return 'notFound';
    if (page.status === 401 || page.status === 403) return 'refused';
    // A site may say that nothing changed since a copy that nobody has.
    const isSame = page.status === 304 && 'etag' in held;
    if (page.status !== 200 && !isSame) return 'unreachable';
    return page.truncated ? 'tooLarge' : page;
  } catch (error) {
    if (error instanceof FetchRefused) return 'refused';
    if (error instanceof FetchFailed) return 'unreachable';
    throw error;
  }
}

/**
 * Gives a source the content that was fetched, and drops the earlier one. The same content changes nothing but the
 * time of the fetch.
 * @param file is dropped when the source does not take it
 * @throws AppError `notFound` when the source is gone
 */
export async function takeContent(
  platform: Platform,
  source: FetchedSource,
  file: FileRow,
  values: SourceValues,
): Promise<void> {
  const { name: _name, ...content } = contentOf(file);
  const drop = (db: Db, fileId: string) => dropFiles(db, channelOf(source).id, [fileId]);
  try {
    await changeFetched(platform, source, async (tx, current) => {
      const isSame =
        current.fileId !== null && current.hash === file.hash && current.format === content.format;
      const unused = isSame ? file.id : current.fileId;
      if (unused !== null) await drop(tx, unused);
      if (isSame) return { problem: content.problem, ...values };
      await requestExtraction(tx, platform, file);
      return { ...content, changedAt: sql<Date>`now()`, ...values };
    });
  } catch (error) {
    await drop(platform.database.db, file.id);
    throw error;
  }
}

/** Notes why a source cannot be fetched. The content of a page that is gone goes with it. */
export function failSource(platform: Platform, source: FetchedSource, problem: SourceProblem): Promise<void> {
  return changeFetched(platform, source, async (tx, current) => {
    if (problem !== 'notFound') return { problem };
    if (current.fileId !== null) await dropFiles(tx, channelOf(source).id, [current.fileId]);
    return { problem, fileId: null, hash: null, format: null, etag: null };
  });
}

/** Notes a fetch that changed nothing. */
export function storeFetch(platform: Platform, source: FetchedSource): Promise<void> {
  return changeFetched(platform, source, async () => ({ problem: null }));
}

/**
 * Changes a source by what was fetched, and says when it is fetched again.
 * @param change receives the source as it is now: another fetch may have changed it while this one was under way
 * @throws AppError `notFound` when the source is gone
 */
function changeFetched(
  platform: Platform,
  { id, datasetId }: FetchedSource,
  change: (tx: Db, current: FetchedSource) => Promise<SourceValues>,
): Promise<void> {
  return changeSources(contextOf(platform), { id: datasetId }, async (tx, revision) => {
    const current = await findForJob(tx, id);
    if (!current) throw new AppError('notFound');
    const { refreshHours } = current;
    await updateSources(tx, [id], {
      fetchedAt: sql<Date>`now()`,
      nextFetchAt: refreshHours === null ? null : sql<Date>`now() + make_interval(hours => ${refreshHours})`,
      ...(await change(tx, current)),
      revision,
    });
    return { result: undefined };
  });
}

/** The channel that a source's file belongs to: a document's copy is read by readers of the document alone. */
export function channelOf({ datasetId, documentId, teamId }: FetchedSource): { id: string; teamId: string } {
  return { id: documentId ?? datasetId, teamId };
}

/** The installation's own access to the database. */
export function contextOf(platform: Platform) {
  return { db: platform.database.db, platform };
}
