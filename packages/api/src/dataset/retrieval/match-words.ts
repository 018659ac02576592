import type { Db } from '@tandem/db';
import { stretchesOf } from '@tandem/shared/search/words';
import type { Platform } from '../../core/platform.ts';
import type { Collection } from './collection.ts';
import { analyseQuery, type QueryTerm } from './query.ts';
import type { Ranked } from './rank.ts';
import type { MatchWord } from './ranker/messages.ts';
import { rankerOf } from './ranker/ranker.ts';
import { datasetsOf, scopeOf } from './ranker/scope-of.ts';
import { termKey } from './ranker/thread/segment.ts';
import type { FoundExtraction } from './retrieval.repo.ts';

/** Different words of a query that are looked for. */
const MAX_WORDS = 16;
/** Shorter beginnings of a word begin too many. */
const MIN_BEGINNING = 2;

/**
 * Ranks the passages that hold every word of a query, rare words first; its last word may be the beginning of one, as
 * in a query that is being typed.
 * @param context.signal ends it between two steps; what was read until then is held
 */
export async function matchWords(
  { db, platform, signal }: { db: Db; platform: Platform; signal: AbortSignal },
  { collection, extractions }: { collection: Collection; extractions: readonly FoundExtraction[] },
  query: string,
  limit: number,
): Promise<Ranked[]> {
  const beginning = beginningIn(query);
  const at = beginning?.start ?? query.length;
  const { languages } = collection;
  const terms = [
    ...analyseQuery(query.slice(0, at), languages).slice(0, MAX_WORDS),
    ...analyseQuery(query.slice(at), languages),
  ];
  if (terms.length === 0) return [];
  const words = terms.map(
    (term, index): MatchWord => ({
      keys: [...term.terms].map(([language, each]) => termKey(language, each)),
      beginnings:
        beginning && index === terms.length - 1
          ? languages.map((language) => termKey(language, beginning.text))
          : null,
    }),
  );
  const datasetIds = [...new Set(extractions.flatMap((each) => each.datasetIds))];
  const request = { ...scopeOf(collection, datasetIds), words, wanted: wantedIn(collection, terms), limit };
  return rankerOf(platform).holding(
    db,
    datasetsOf(datasetIds, extractions),
    (thread) => thread.match(request),
    signal,
  );
}

/** Of each extraction, the words of a query that its language does not leave out of its index. */
function wantedIn(collection: Collection, terms: readonly QueryTerm[]): Uint8Array {
  const counts = new Map(
    collection.languages.map((language) => [
      language,
      terms.filter((term) => term.terms.has(language)).length,
    ]),
  );
  return Uint8Array.from(
    collection.extractionIds,
    (id) => counts.get(collection.placeOf(id)?.language ?? null) ?? 0,
  );
}

/** The last word of a query as far as it was typed; null when it ends otherwise. */
function beginningIn(query: string): { text: string; start: number } | null {
  const last = [...stretchesOf(query)].at(-1);
  if (!last || last.unspaced || last.end !== query.length || last.text.length < MIN_BEGINNING) return null;
  return { text: last.text, start: last.start };
}
