import { fold, type Wanted, wantedBy } from '@tandem/shared/search/words';
import { type RawBuilder, sql } from 'kysely';

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

/** Words looked for at most; the rest of a longer query is left out. */
const MAX_WORDS = 16;

/** Reads what was typed as words to be found. */
export function readQuery(typed: string): SearchQuery {
  const words = fold(typed).split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS);
  return { typed, folded: words.join(' '), words, wanted: wantedBy(typed).slice(0, MAX_WORDS * 2) };
}

/** For `@@`. Words hold letters and digits only, so that between quotes nothing in them can be an operator. */
export function tsqueryOf(wanted: readonly Wanted[]): RawBuilder<unknown> {
  const text = wanted.map(({ word, prefix }) => `'${word}'${prefix ? ':*' : ''}`).join(' & ');
  return sql`${text}::tsquery`;
}

/** A pattern for `like` that holds the text itself, between what stands around it. */
export function likePattern(before: string, text: string, after: string): string {
  return `${before}${text.replace(/[\\%_]/g, '\\$&')}${after}`;
}

/** Whether a name of the query holds every word that is asked for. */
export function nameMatches(name: RawBuilder<string>, { words }: SearchQuery): RawBuilder<boolean> {
  const tests = words.map((word) => sql<boolean>`${name} like ${likePattern('%', word, '%')}`);
  return tests.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(tests, sql` and `)})`;
}

/** How well a folded name fits: 0 it begins so, 1 one of its words does, 2 otherwise. */
export function nameRank(name: RawBuilder<string>, { folded }: SearchQuery): RawBuilder<number> {
  return sql<number>`case
    when ${name} like ${likePattern('', folded, '%')} then 0
    when ${name} like ${likePattern('% ', folded, '%')} then 1
    else 2
  end`;
}
