import { AppError } from '../../core/errors.ts';
import type { FetchedPage } from '../../core/fetch/types.ts';
import type { Platform } from '../../core/platform.ts';
import { storeContent } from './content.ts';
import { copyDocument } from './copy-document.ts';
import { beginFetch, findForJob } from './fetch.repo.ts';
import {
  channelOf,
  contextOf,
  type FetchedSource,
  failSource,
  requestPage,
  storeFetch,
  takeContent,
} from './fetched.ts';
import { readSitemap } from './sitemap.ts';

/** Bytes of a page; longer ones fail. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Characters of an entity tag that is kept. */
const MAX_ETAG = 1_000;

/** Fetches a source whose content comes from elsewhere, and has it read when it changed. */
export async function fetchSource(platform: Platform, sourceId: string): Promise<void> {
  const source = await beginFetch(platform.database.db, sourceId);
  if (!source) return;
  await unlessGone(async () => {
    if (source.documentId !== null) await copyDocument(platform, source, source.documentId);
    else if (source.kind === 'sitemap') await readSitemap(platform, source);
    else if (source.kind === 'page') await fetchPage(platform, source);
  });
}

/** Notes that a fetch was given up for faults of ours, so that people can retry it. */
export async function giveUpFetch(platform: Platform, sourceId: string): Promise<void> {
  const source = await findForJob(platform.database.db, sourceId);
  if (source) await unlessGone(() => failSource(platform, source, 'unreachable'));
}

/** The dataset may be deleted while its source is fetched, or the source be removed. */
async function unlessGone(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== 'notFound') throw error;
  }
}

async function fetchPage(platform: Platform, source: FetchedSource): Promise<void> {
  const page = await requestPage(platform, source, { maxBytes: MAX_BYTES });
  if (typeof page === 'string') return failSource(platform, source, page);
  if (page.status === 304) return storeFetch(platform, source);
  const isText = isUtf8(page.body);
  const file = await storeContent(contextOf(platform), channelOf(source), source.creatorId, {
    name: nameOf(page, isText),
    bytes: page.body,
    isText,
  });
  const etag = page.etag !== null && page.etag.length <= MAX_ETAG ? page.etag : null;
  await takeContent(platform, source, file, { etag });
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
}

/** A name whose ending says how the content is read. */
function nameOf({ url, contentType }: FetchedPage, isText: boolean): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? new URL(url).hostname;
  if (!isText) return last;
  const isHtml = /\b(?:text\/html|application\/xhtml\+xml)\b/iu.test(contentType);
  return isHtml ? `${last.replace(/\.x?html?$/iu, '')}.html` : last;
}
