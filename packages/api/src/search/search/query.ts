import { typedWords } from '@tandem/shared/search/spelt';
import { type Wanted, wantedBy } from '@tandem/shared/search/words';
import { type RawBuilder, sql } from 'kysely';
import { beginsSpelling, holdWords, likePattern, MAX_WORDS, type NamedText } from '../../core/names.ts';

/** A query as names and messages are compared with it. */
export interface SearchQuery {
  /** As it was typed, without surrounding space. */
  typed: string;
  /** The same, folded; single spaces between its words. */
  folded: string;
  /** Each of its words must be in a name, wherever. */
  words: string[];
  /** What messages must hold; empty when there is neither letter nor digit in it. */
  wanted: Wanted[];
}

/** Reads what was typed as words to be found. */
export function readQuery(typed: string): SearchQuery {
  const words = typedWords(typed).slice(0, MAX_WORDS);
  return { typed, folded: words.join(' '), words, wanted: wantedBy(typed).slice(0, MAX_WORDS * 2) };
}

/** For `@@`. Words hold letters and digits only, so that between quotes nothing in them can be an operator. */
export function tsqueryOf(wanted: readonly Wanted[]): RawBuilder<unknown> {
  const text = wanted.map(({ word, prefix }) => `'${word}'${prefix ? ':*' : ''}`).join(' & ');
  return sql`${text}::tsquery`;
}

/** Whether a name holds every word that is asked for, by its characters or its spelling. */
export function nameMatches(name: NamedText, { words }: SearchQuery): RawBuilder<boolean> {
  const tests = holdWords(name, words);
  return tests.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(tests, sql` and `)})`;
}

/** How well a name fits: 0 it or its spelling begins so, 1 one of its words does, 2 otherwise. */
export function nameRank(name: NamedText, { folded, words }: SearchQuery): RawBuilder<number> {
  return sql<number>`case
    when ${name.text} like ${likePattern('', folded, '%')} then 0
    when ${beginsSpelling(name, words)} then 0
    when ${name.text} like ${likePattern('% ', folded, '%')} then 1
    else 2
  end`;
}
