import type { Mark } from '@tandem/shared/search/marks';
import { stretchesOf } from '@tandem/shared/search/words';
import { termsOf } from '../../core/words/terms.ts';
import type { QueryTerm } from './query.ts';

/** Marks of one text. */
const MAX_MARKS = 100;

/**
 * Finds the words of a text that a search counted: in any form of them, and without stop words. Of scripts without
 * spaces it finds the pairs of characters.
 * @param language of the text, as its index knows it
 */
export function marksOf(text: string, language: string | null, counted: readonly QueryTerm[]): Mark[] {
  const wanted = new Set(counted.flatMap(({ terms }) => terms.get(language) ?? []));
  const marks: Mark[] = [];
  const mark = (from: number, to: number) => {
    const before = marks.at(-1);
    if (before && from <= before[1]) before[1] = Math.max(before[1], to);
    else marks.push([from, to]);
  };
  for (const { start, end, unspaced } of stretchesOf(text)) {
    if (marks.length >= MAX_MARKS) break;
    const stretch = text.slice(start, end);
    if (!unspaced) {
      if (termsOf(stretch, language).some((term) => wanted.has(term))) mark(start, end);
      continue;
    }
    const characters = [...stretch];
    let at = start;
    for (const [index, character] of characters.entries()) {
      const next = characters[index + 1] ?? '';
      const pair = character + next;
      if (
        (next !== '' || characters.length === 1) &&
        termsOf(pair, language).some((term) => wanted.has(term))
      )
        mark(at, at + pair.length);
      at += character.length;
    }
  }
  return marks.slice(0, MAX_MARKS);
}
