import { termsOf } from '../../../core/words/terms.ts';
import { type Prepared, type PreparedUnit, type Terms, termOf } from './prepared.ts';
import type { AskedWord } from './question.ts';
import { nearest } from './similar.ts';

/** How much a word of another form says, against the word itself. */
const CORRECTED = 0.9;
const GROUP = 0.8;
const COMPOUND = 0.6;
/** Letters that the parts of a compound have at least. */
const LEAST_PART = 5;
/** Words of a question that are looked for in every unit. */
const MAX_WORDS = 32;
/** Words that are compared with all others that are there. */
const MAX_CORRECTED = 4;
/** Languages that write compounds as one word. */
const COMPOUNDING = new Set(['de', 'nl', 'sv', 'no', 'da', 'fi']);

/** A word of a question, as it is found in what is searched. */
export interface SoughtWord extends AskedWord {
  /** Terms that count as it, by language, with how much they count. */
  found: ReadonlyMap<string, number>;
  /** The word that was meant by one that is not there; null for none. */
  corrected: string | null;
  /** Whether nothing in what is searched counts as it. */
  isMissing: boolean;
  /** How rare it is. */
  rarity: number;
}

/** Looks for the words of a question among those that are there: as they are, misspelt, or within compounds. */
export function seek(asked: readonly AskedWord[], { units, frequency, vocabulary }: Prepared): SoughtWord[] {
  const languages = [...new Set(units.map(({ language }) => language))];
  const groupsThere = new Set(units.flatMap(({ own, above }) => [...own.groups, ...above.groups]));
  const aroundThere = [...new Set(units.map(({ around }) => around))];
  let tries = 0;
  return rarest(asked, languages, frequency).map((word) => {
    const found = new Map<string, number>();
    for (const language of languages)
      for (const term of word.terms.get(language) ?? [])
        if (frequency.has(termOf(language, term))) found.set(termOf(language, term), 1);
    let corrected: string | null = null;
    const isNamed = () => aroundThere.some((around) => valueIn(around, word, languages));
    const isGrouped = [...word.groups].some((group) => groupsThere.has(group));
    if (found.size === 0 && !isGrouped && !word.isCode) {
      for (const [key, share] of compoundsOf(word, languages, frequency)) found.set(key, share);
      if (found.size === 0 && tries < MAX_CORRECTED && !isNamed()) {
        corrected = nearest(word.written, vocabulary());
        tries += 1;
      }
      if (corrected !== null)
        for (const language of languages)
          for (const term of termsOf(corrected, language))
            if (frequency.has(termOf(language, term))) found.set(termOf(language, term), CORRECTED);
    }
    const containing = Math.max(1, ...[...found.keys()].map((key) => frequency.get(key) ?? 0));
    return {
      ...word,
      found,
      corrected,
      isMissing: found.size === 0 && !isGrouped && !isNamed(),
      rarity: Math.log(1 + (units.length + 8) / (containing + 0.5)),
    };
  });
}

/** The words that say most, in their order: codes, then the rarest that are there, then those that are not. */
function rarest(
  words: readonly AskedWord[],
  languages: readonly (string | null)[],
  frequency: ReadonlyMap<string, number>,
): readonly AskedWord[] {
  if (words.length <= MAX_WORDS) return words;
  const rank = (word: AskedWord): number => {
    if (word.isCode) return 0;
    const counts = languages.flatMap((language) =>
      (word.terms.get(language) ?? []).map((term) => frequency.get(termOf(language, term)) ?? 0),
    );
    return counts.reduce((most, count) => Math.max(most, count), 0) || Number.MAX_SAFE_INTEGER;
  };
  const ranked = words.map((word) => ({ word, rank: rank(word) })).sort((a, b) => a.rank - b.rank);
  const kept = new Set(ranked.slice(0, MAX_WORDS).map(({ word }) => word));
  return words.filter((word) => kept.has(word));
}

function valueIn({ terms }: Terms, word: AskedWord, languages: readonly (string | null)[]): boolean {
  return languages.some((language) => word.terms.get(language)?.some((term) => terms.has(term)));
}

/** Terms that a compound is made of, or that are made of the word. */
function compoundsOf(
  word: AskedWord,
  languages: readonly (string | null)[],
  frequency: ReadonlyMap<string, number>,
): [string, number][] {
  return languages
    .filter((language) => language !== null && COMPOUNDING.has(language))
    .flatMap((language) => {
      const [term = ''] = word.terms.get(language) ?? [];
      if (term.length < LEAST_PART) return [];
      const prefix = `${language} `;
      return [...frequency.keys()].flatMap((key): [string, number][] => {
        if (!key.startsWith(prefix)) return [];
        const other = key.slice(prefix.length);
        const isPart = (long: string, short: string) =>
          short.length >= LEAST_PART && (long.startsWith(short) || long.endsWith(short));
        return isPart(term, other) || isPart(other, term) ? [[key, COMPOUND]] : [];
      });
    });
}

/** How much some terms hold of a word: 1 for the word itself. */
export function share({ terms, groups }: Terms, language: string | null, word: SoughtWord): number {
  const wanted = word.terms.get(language) ?? [];
  // All pairs of a Chinese word.
  if (wanted.length > 1) {
    const there = wanted.filter((term) => terms.has(term)).length / wanted.length;
    if (there >= 0.5) return there;
  } else if (wanted.length === 1 && terms.has(wanted[0] as string)) return 1;
  let most = 0;
  for (const [key, value] of word.found)
    if (
      value < 1 &&
      value > most &&
      key.startsWith(`${language} `) &&
      terms.has(key.slice(`${language} `.length))
    )
      most = value;
  if (most < GROUP && [...word.groups].some((group) => groups.has(group))) most = GROUP;
  return most;
}

/** How much a unit's own words, its heading, its source's name, and the unit before it hold of a word. */
export function sharesOf(
  unit: PreparedUnit,
  word: SoughtWord,
): { own: number; above: number; around: number; before: number } {
  const { language } = unit;
  return {
    own: share(unit.own, language, word),
    above: share(unit.above, language, word),
    around: share(unit.around, language, word),
    before: share(unit.before, language, word),
  };
}
