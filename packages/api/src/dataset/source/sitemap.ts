import type { Db } from '@tandem/db';
import { MAX_SOURCES, MAX_SOURCES_AT_ONCE, MAX_WEB_ADDRESS } from '@tandem/shared/dataset/source';
import { dropFiles } from '../../content/file/file.service.ts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import { changeSources } from './change.ts';
import { childrenOf, findForJob } from './fetch.repo.ts';
import {
  contextOf,
  enqueueFetch,
  type FetchedSource,
  failSource,
  requestPage,
  storeFetch,
} from './fetched.ts';
import { countSources, deleteSources, findSame, insertSources } from './source.repo.ts';

/** Bytes of a sitemap, and pages that are taken from it. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PAGES = 2_000;
/** Addresses that are looked at, those of other hosts included: as many as a sitemap may list. */
const MAX_ADDRESSES = 50_000;
/** Sitemaps that an index names and that are read. */
const MAX_PARTS = 20;

/** Its blanks are bounded: a sitemap of nothing but blanks would hold up the server. */
const ADDRESS = /<loc>\s{0,40}(?:<!\[CDATA\[\s{0,40})?([^<\]\s]{1,2000})\s{0,40}(?:\]\]>\s{0,40})?<\/loc>/giu;

/** The pages that a sitemap lists; `isWhole` unless one of its parts could not be read. */
interface Listed {
  urls: string[];
  isWhole: boolean;
}

/**
 * Reads a sitemap, or an index of sitemaps, and makes a source of each page of the same host. Pages that it no longer
 * lists are removed.
 */
export async function readSitemap(platform: Platform, source: FetchedSource): Promise<void> {
  const listed = await listedPages(platform, source);
  if (typeof listed === 'string') return failSource(platform, source, listed);
  if (listed.isWhole) await removeLost(platform, source, new Set(listed.urls));
  for (let at = 0; at < listed.urls.length; at += MAX_SOURCES_AT_ONCE)
    await addFresh(platform, source, listed.urls.slice(at, at + MAX_SOURCES_AT_ONCE));
  await storeFetch(platform, source);
}

function removeLost(
  platform: Platform,
  { id, datasetId }: FetchedSource,
  listed: ReadonlySet<string>,
): Promise<void> {
  return changeSources(contextOf(platform), { id: datasetId }, async (tx) => {
    const lost = (await childrenOf(tx, id)).filter(({ url }) => url === null || !listed.has(url));
    const removed = lost.map((child) => child.id);
    await deleteSources(tx, removed);
    await dropFiles(
      tx,
      datasetId,
      lost.flatMap(({ fileId }) => fileId ?? []),
    );
    return { result: undefined, removed };
  });
}

/** Adds the pages that the dataset does not have yet, as many as there is room for. */
function addFresh(platform: Platform, source: FetchedSource, urls: readonly string[]): Promise<void> {
  const { id, datasetId, teamId, creatorId } = source;
  return changeSources(contextOf(platform), { id: datasetId }, async (tx, revision) => {
    const { refreshHours } = await sourceNow(tx, id);
    const held = new Set((await findSame(tx, datasetId, { urls })).map(({ url }) => url));
    const room = Math.max(0, MAX_SOURCES - (await countSources(tx, datasetId)));
    const rows = urls
      .filter((url) => !held.has(url))
      .slice(0, room)
      .map((url) => ({
        ...{ teamId, datasetId, parentId: id, kind: 'page' as const, name: nameOf(url), url },
        ...{ refreshHours, creatorId, revision },
      }));
    if (rows.length > 0)
      for (const made of await insertSources(tx, rows))
        await enqueueFetch(tx, platform, { id: made, creatorId });
    return { result: undefined };
  });
}

/** @throws AppError `notFound` when the sitemap was removed while it was read */
async function sourceNow(tx: Db, sourceId: string): Promise<FetchedSource> {
  const source = await findForJob(tx, sourceId);
  if (!source) throw new AppError('notFound');
  return source;
}

async function listedPages(platform: Platform, source: FetchedSource) {
  const first = await addressesIn(platform, source, source.url ?? '');
  if (typeof first === 'string') return first;
  const listed: Listed = { urls: first.isIndex ? [] : first.urls, isWhole: true };
  for (const part of first.isIndex ? first.urls.slice(0, MAX_PARTS) : []) {
    const more = await addressesIn(platform, source, part);
    if (typeof more === 'string') listed.isWhole = false;
    else if (!more.isIndex) listed.urls.push(...more.urls);
  }
  if (listed.urls.length === 0) return 'notReadable' as const;
  return { ...listed, urls: [...new Set(listed.urls)].slice(0, MAX_PAGES) };
}

async function addressesIn(platform: Platform, source: FetchedSource, url: string) {
  const page = await requestPage(platform, { ...source, url }, { maxBytes: MAX_BYTES });
  if (typeof page === 'string') return page;
  const text = new TextDecoder().decode(page.body);
  const { host } = new URL(page.url);
  const urls = new Set<string>();
  for (const [, address = ''] of text.matchAll(ADDRESS).take(MAX_ADDRESSES)) {
    const parsed = URL.parse(address.replaceAll('&amp;', '&'), page.url);
    if (parsed?.host !== host) continue;
    parsed.hash = '';
    if (parsed.href.length <= MAX_WEB_ADDRESS) urls.add(parsed.href);
    if (urls.size >= MAX_PAGES) break;
  }
  return { urls: [...urls], isIndex: /<sitemapindex[\s>]/iu.test(text.slice(0, 2_000)) };
}

function nameOf(url: string): string {
  const { pathname, search, hostname } = new URL(url);
  const path = decodeOr(`${pathname}${search}`)
    .replaceAll(/\p{Cc}/gu, ' ')
    .replace(/^\/|\/$/gu, '')
    .trim();
  return (path || hostname).slice(0, 200).toWellFormed();
}

function decodeOr(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
