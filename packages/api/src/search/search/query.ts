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
  /** Required words of messages; empty without letters and digits. */
  wanted: Wanted[];
}

/** Parses a typed query into words. */
export function readQuery(typed: string): SearchQuery {
  const words = typedWords(typed).slice(0, MAX_WORDS);
  return { typed, folded: words.join(' '), words, wanted: wantedBy(typed).slice(0, MAX_WORDS * 2) };
}

/** For `@@`. Words contain only letters and digits, so that quoted words cannot contain an operator. */
export function tsqueryOf(wanted: readonly Wanted[]): RawBuilder<unknown> {
  const text = wanted.map(({ word, prefix }) => `'${word}'${prefix ? ':*' : ''}`).join(' & ');
  return sql`${text}::tsquery`;
}

/** Whether a name matches every word, by its text or its spelling. */
export function nameMatches(name: NamedText, { words }: SearchQuery): RawBuilder<boolean> {
  const tests = holdWords(name, words);
  return tests.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(tests, sql` and `)})`;
}

/** Rank of a name: 0 if it or its spelling begins with the query, 1 if one of its words does, 2 otherwise. */
export function nameRank(name: NamedText, { folded, words }: SearchQuery): RawBuilder<number> {
  return sql<number>`case
    when ${name.text} like ${likePattern('', folded, '%')} then 0
    when ${beginsSpelling(name, words)} then 0
    when ${name.text} like ${likePattern('% ', folded, '%')} then 1
    else 2
  end`;
}
