import { stretchesOf } from '@tandem/shared/search/words';
import { termsOf } from '../../../core/words/terms.ts';
import { chineseIn, groupsOfStem } from './glossary.ts';
import { type QuotedFrom, type Unit, unitsOf } from './units.ts';

/** The terms of a text, and its groups in the glossary. */
export interface Terms {
  terms: ReadonlySet<string>;
  groups: ReadonlySet<number>;
}

/** A unit with the terms of its words, of its heading, and of its source's name and page. */
export interface PreparedUnit extends Unit {
  own: Terms;
  above: Terms;
  around: Terms;
  /** Of the unit before it under the same heading. */
  before: Terms;
}

/** Everything that may be quoted. */
export interface Prepared {
  units: PreparedUnit[];
  languages: (string | null)[];
  /** How many units hold each term, by language and term. */
  frequency: ReadonlyMap<string, number>;
  /** The words as they are written, folded, with how often they occur; collected when they are first needed. */
  vocabulary(): ReadonlyMap<string, number>;
}

const NONE: Terms = { terms: new Set(), groups: new Set() };

export const termOf = (language: string | null, term: string): string => `${language} ${term}`;

/** Prepares pages for questions. */
export function prepare(pages: readonly QuotedFrom[]): Prepared {
  const known = new Map<string, Terms>();
  const termsIn = (text: string, language: string | null) => {
    const key = termOf(language, text);
    const terms = known.get(key) ?? readTerms(text, language);
    known.set(key, terms);
    return terms;
  };
  const units = unitsOf(pages).map(
    (unit): PreparedUnit => ({
      ...unit,
      own: readTerms(unit.sentence, unit.language),
      above: termsIn(unit.heading, unit.language),
      around: termsIn(`${unit.name} ${unit.label ?? ''}`, unit.language),
      before: NONE,
    }),
  );
  for (const [at, unit] of units.entries()) {
    const last = units[at - 1];
    if (last && last.id === unit.id && last.heading === unit.heading) unit.before = last.own;
  }
  const frequency = new Map<string, number>();
  for (const { own, above, language } of units)
    for (const term of new Set([...own.terms, ...above.terms])) {
      const key = termOf(language, term);
      frequency.set(key, (frequency.get(key) ?? 0) + 1);
    }
  let vocabulary: ReadonlyMap<string, number> | null = null;
  return {
    units,
    languages: [...new Set(units.map(({ language }) => language))],
    frequency,
    vocabulary: () => (vocabulary ??= wordsOf(units)),
  };
}

function wordsOf(units: readonly Unit[]): Map<string, number> {
  const words = new Map<string, number>();
  for (const { sentence } of units)
    for (const { text, unspaced } of stretchesOf(sentence))
      if (!unspaced) words.set(text, (words.get(text) ?? 0) + 1);
  return words;
}

function readTerms(text: string, language: string | null): Terms {
  const terms = new Set(termsOf(text, language, { singles: true }));
  const groups = new Set<number>();
  for (const term of terms) for (const group of groupsOfStem(term, language)) groups.add(group);
  for (const { group } of chineseIn(text)) groups.add(group);
  return { terms, groups };
}
