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
 * Maximum parts of a query compared with spellings: PostgreSQL caches 32 patterns per connection, and
 * recompiles any others for each row.
 */
const MAX_PATTERNS = 24;

/** Adds the spelling to the values of a row that may include a new name. */
export function withSpelling<Values extends { name?: string | undefined }>(
  values: Values,
  what: Spelt = 'thing',
): Values & { spelling?: string } {
  return values.name === undefined ? values : { ...values, spelling: spell(values.name, what) };
}

/** Sort key by name for a table or its alias; ties are broken by id. */
export function nameKey(of: string): RawBuilder<string> {
  return sql<string>`"name_key"(${sql.ref(`${of}.name`)}, ${sql.ref(`${of}.spelling`)}) collate "C"`;
}

/** Builds a `like` pattern that matches the literal text between the given ends. */
export function likePattern(before: string, text: string, after: string): string {
  return `${before}${text.replace(/[\\%_]/g, '\\$&')}${after}`;
}

/** Folded text of which a name is part, with the spelling of that name. */
export interface NamedText {
  text: RawBuilder<unknown>;
  spelling: RawBuilder<unknown>;
}

/** The searchable columns of a table or its alias. */
export function namedBy(of: string): NamedText {
  return { text: sql`"search_fold"(${sql.ref(`${of}.name`)})`, spelling: sql.ref(`${of}.spelling`) };
}

/**
 * For each folded word, whether the text contains it, or a name's spelling matches, as `fitOfName` decides.
 * Words after the maximum number of parts match by characters alone.
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

/** Whether a name's spelling begins with the words. */
export function beginsSpelling({ spelling }: NamedText, words: readonly string[]): RawBuilder<boolean> {
  const letters = lettersOf(words);
  if (letters === null || letters.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(${spelling} <> '' and ${spelling} ~ ${spellingPattern(letters, true)})`;
}

/** Whether a name matches every word of a query. */
export function nameHolds(of: string, query: string): RawBuilder<boolean> {
  const words = typedWords(query).slice(0, MAX_WORDS);
  const name = namedBy(of);
  const tests = holdWords(name, words);
  return tests.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(tests, sql` and `)})`;
}
