import { type Spelt, spell } from '@tandem/shared/search/spelling';
import {
  lettersOf,
  type SpeltPart,
  spellingPattern,
  speltParts,
  typedWords,
} from '@tandem/shared/search/spelt';
import { type RawBuilder, sql } from 'kysely';

/** Words looked for at most; the rest of a longer query is left out. */
export const MAX_WORDS = 16;

/**
 * Parts of a query compared with spellings at most: PostgreSQL keeps 32 patterns for a connection, and makes every
 * other one anew for each row.
 */
const MAX_PATTERNS = 24;

/** Values of a row that may have a new name, with how that is spelt. */
export function withSpelling<Values extends { name?: string | undefined }>(
  values: Values,
  what: Spelt = 'thing',
): Values & { spelling?: string } {
  return values.name === undefined ? values : { ...values, spelling: spell(values.name, what) };
}

/** What rows of a table, or of an alias of one, are put in order of by their names; ids come after it. */
export function nameKey(of: string): RawBuilder<string> {
  return sql<string>`"name_key"(${sql.ref(`${of}.name`)}, ${sql.ref(`${of}.spelling`)}) collate "C"`;
}

/** A pattern for `like` that holds the text itself, between what stands around it. */
export function likePattern(before: string, text: string, after: string): string {
  return `${before}${text.replace(/[\\%_]/g, '\\$&')}${after}`;
}

/** Folded text of which a name is part, with the spelling of that name. */
export interface NamedText {
  text: RawBuilder<unknown>;
  spelling: RawBuilder<unknown>;
}

/** Where the name of a row of a table, or of an alias of one, is looked for. */
export function namedBy(of: string): NamedText {
  return { text: sql`"search_fold"(${sql.ref(`${of}.name`)})`, spelling: sql.ref(`${of}.spelling`) };
}

/**
 * For each folded word, whether a text holds it by its characters, or a name in it by its spelling, as `fitOfName`
 * judges. What comes after many parts is looked for by its characters alone.
 */
export function holdWords(name: NamedText, words: readonly string[]): RawBuilder<boolean>[] {
  let left = MAX_PATTERNS;
  return words.map((word) => {
    const parts = speltParts(word).map((part) => {
      if (part.letters === null) return part;
      left -= 1;
      return left < 0 ? { ...part, letters: null } : part;
    });
    return holdsWord(name, word, parts);
  });
}

function holdsWord({ text, spelling }: NamedText, word: string, parts: readonly SpeltPart[]) {
  const holds = (part: string) => sql`${text} like ${likePattern('%', part, '%')}`;
  if (parts.every(({ letters }) => letters === null)) return sql<boolean>`${holds(word)}`;
  const spelt = parts.map((part) =>
    part.letters === null
      ? holds(part.text)
      : sql`(${holds(part.text)} or ${spelling} ~ ${spellingPattern([part.letters])})`,
  );
  return sql<boolean>`(${holds(word)} or (${spelling} <> '' and ${sql.join(spelt, sql` and `)}))`;
}

/** Whether the words begin the spelling of a name. */
export function beginsSpelling({ spelling }: NamedText, words: readonly string[]): RawBuilder<boolean> {
  const letters = lettersOf(words);
  if (letters === null || letters.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(${spelling} <> '' and ${spelling} ~ ${spellingPattern(letters, true)})`;
}

/** Whether a name holds every word of what was typed. */
export function nameHolds(of: string, query: string): RawBuilder<boolean> {
  const words = typedWords(query).slice(0, MAX_WORDS);
  const name = namedBy(of);
  const tests = holdWords(name, words);
  return tests.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(tests, sql` and `)})`;
}
