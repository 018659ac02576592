import type { Db } from '@tandem/db';
import { typedWords } from '@tandem/shared/search/spelt';
import type { Platform } from '../../core/platform.ts';
import { inTime } from '../../core/timing/in-time.ts';
import { Collection, type PassageKey } from './collection.ts';
import {
  type FoundSource,
  findHolders,
  findNamed,
  findPagesOf,
  findSeenDatasets,
  type Searcher,
} from './find-pages.repo.ts';
import { matchWords } from './match-words.ts';
import { describeSearched, type FoundExtraction, findTexts, searchedFrom } from './retrieval.repo.ts';

export type { FoundSource, Searcher } from './find-pages.repo.ts';

/** Sources found by name, and pages found by words, of one search. */
const MAX_NAMED = 50;
const MAX_PAGES = 200;
/** Passages that are looked at for them: a page may have several. */
const MAX_PASSAGES = 600;
/** Passages of all datasets that are searched by words; sources of others are found by their names. */
const MAX_SEARCHED = 400_000;
/** Milliseconds after which names are shown without pages. */
const PATIENCE_MS = 5_000;
/** Words of a query that names are compared with. */
const MAX_WORDS = 16;

/** A source, found by its name or, with `page`, by words on a page of it. */
export interface FoundPage {
  source: FoundSource;
  page: {
    index: number;
    /** As readers know the page. */
    label: string;
    /** The passage, and where in the page's text it begins. */
    text: string;
    from: number;
  } | null;
}

/**
 * Finds sources of a team's datasets: first those whose names hold all words of a query, then the pages with a passage
 * that holds them, best first. Only what the reader sees is searched and found.
 * @param range which of them; `next` is the position after them, null when there are no more
 * @returns `partial` when pages are missing because what holds them is still being read
 */
export async function findSourcePages(
  context: { db: Db; platform: Platform },
  searcher: Searcher,
  query: string,
  range: { from: number; limit: number },
): Promise<{ found: FoundPage[]; next: number | null; partial: boolean }> {
  const [named, best] = await Promise.all([
    findNamed(context.db, searcher, typedWords(query).slice(0, MAX_WORDS), MAX_NAMED),
    // The first search after a start may have much to read; the next one goes on from there.
    inTime(PATIENCE_MS, (signal) => bestPages({ ...context, signal }, searcher, query)),
  ]);
  const pages = best ?? [];
  const to = range.from + range.limit;
  const wanted = pages.slice(Math.max(0, range.from - named.length), Math.max(0, to - named.length));
  const found = [
    ...named.slice(range.from, to).map((source): FoundPage => ({ source, page: null })),
    ...(await shown(context.db, searcher, wanted)),
  ];
  return { found, next: to < named.length + pages.length ? to : null, partial: best === null };
}

/** One passage of each page that has some with all the words, best first. */
async function bestPages(
  context: { db: Db; platform: Platform; signal: AbortSignal },
  { reader, teamId }: Searcher,
  query: string,
): Promise<PassageKey[]> {
  const { db } = context;
  const datasetIds = await findSeenDatasets(db, { reader, teamId });
  if (datasetIds.length === 0) return [];
  const extractions = firstOf(searchedFrom(await describeSearched(db, reader, datasetIds), datasetIds));
  context.signal.throwIfAborted();
  const collection = new Collection(extractions);
  const ranked = await matchWords(context, { collection, extractions }, query, MAX_PASSAGES);
  const keys = ranked.map(({ index }) => collection.passageAt(index));
  const pageOf = new Map((await findPagesOf(db, keys)).map((row) => [keyOf(row), row.page]));
  const seen = new Set<string>();
  return keys
    .filter((key) => {
      const page = `${key.extractionId} ${pageOf.get(keyOf(key))}`;
      return !seen.has(page) && seen.add(page);
    })
    .slice(0, MAX_PAGES);
}

/** The contents to search, the newest first, as far as one process can hold it. */
function firstOf(extractions: readonly FoundExtraction[]): FoundExtraction[] {
  let passages = 0;
  return extractions
    .toReversed()
    .filter((each) => {
      passages += each.passages;
      return passages <= MAX_SEARCHED;
    })
    .toReversed();
}

/** The pages with their sources, whose rights are judged again. */
async function shown(db: Db, searcher: Searcher, keys: readonly PassageKey[]): Promise<FoundPage[]> {
  if (keys.length === 0) return [];
  const [texts, holders] = await Promise.all([
    findTexts(db, keys),
    findHolders(db, searcher, [...new Set(keys.map(({ extractionId }) => extractionId))]),
  ]);
  const textOf = new Map(texts.map((text) => [keyOf(text), text]));
  return keys.flatMap((key) => {
    const text = textOf.get(keyOf(key));
    const source = holders.find(({ extractionId }) => extractionId === key.extractionId);
    if (!text || !source) return [];
    return { source, page: { index: text.page, label: text.label, text: text.text, from: text.from } };
  });
}

const keyOf = ({ extractionId, n }: PassageKey): string => `${extractionId} ${n}`;
