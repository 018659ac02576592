import { stretchesOf } from '@tandem/shared/search/words';
import { termsOf, wholeWords } from '../../core/words/terms.ts';

/** By the two-letter code of a language; null for extractions without a known one. */
type TermByLanguage = ReadonlyMap<string | null, string>;

/** A word of a query, by its term in each language that is searched. */
export interface QueryTerm {
  /** Share of the query that it makes up. */
  weight: number;
  /** A language in which it is a stop word is not in it. */
  terms: TermByLanguage;
  /** The languages searched in which it is a stop word: their passages count as having it. */
  stopIn: readonly (string | null)[];
}

/** Different words of a query that are searched; of a longer text the first ones. */
const MAX_TERMS = 64;

/** The words of a query, as each language writes them in its index, each once with the weight of all its occurrences. */
export function analyseQuery(query: string, languages: readonly (string | null)[]): QueryTerm[] {
  const found = new Map<string, { count: number; terms: TermByLanguage }>();
  const plain = wholeWords(query);
  let before = -1;
  for (const { start, end } of stretchesOf(plain)) {
    // One character may fold into several words, and a run of them into thousands: their forms are all of these.
    if (start === before) continue;
    before = start;
    for (const terms of formsOf(plain.slice(start, end), languages)) {
      const key = [...terms].join(' ');
      found.set(key, { count: (found.get(key)?.count ?? 0) + 1, terms });
    }
    if (found.size >= MAX_TERMS) break;
  }
  const all = [...found.values()];
  const total = all.reduce((sum, { count }) => sum + count, 0);
  return all.map(({ count, terms }) => ({
    weight: count / total,
    terms,
    stopIn: languages.filter((language) => !terms.has(language)),
  }));
}

/** The terms of one stretch in each language: a word's stems, or the same pairs of characters in all of them. */
function formsOf(stretch: string, languages: readonly (string | null)[]): Map<string | null, string>[] {
  const forms: Map<string | null, string>[] = [];
  for (const language of languages)
    for (const [at, term] of [...termsOf(stretch, language)].entries()) {
      forms[at] ??= new Map();
      forms[at].set(language, term);
    }
  return forms;
}
