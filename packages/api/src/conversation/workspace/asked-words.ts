import { fold, pairsOf, stretchesOf, type Wanted } from '@tandem/shared/search/words';
import { languageOf, recogniseLanguage } from '../../core/words/language.ts';

/** Different words of a question that are looked for. */
const MAX_WORDS = 16;
/** Shorter beginnings begin too many other words. */
const MIN_BEGINNING = 4;

/**
 * The words of a question that say what it is about, as the index of messages and documents holds words: that stores
 * them as they were written, so that a stem is looked for as a beginning.
 */
export function askedWords(question: string): Wanted[] {
  const english = languageOf('en');
  const language = languageOf(recogniseLanguage(question)) ?? english;
  const wanted = new Map<string, Wanted>();
  const add = (word: string, prefix: boolean) => wanted.set(word, { word, prefix });
  for (const { text, unspaced, start, end } of stretchesOf(question)) {
    if (wanted.size >= MAX_WORDS) break;
    if (unspaced) {
      const characters = [...text];
      for (const pair of characters.length > 1 ? pairsOf(characters) : [text]) add(pair, false);
      continue;
    }
    const written = question.slice(start, end).toLowerCase();
    if ([language, english].some((each) => each?.stopWords.has(written) || each?.stopWords.has(text)))
      continue;
    const beginning = sharedBeginning(text, fold(language?.stem(written) ?? ''));
    if (beginning.length >= MIN_BEGINNING) add(beginning, true);
    else add(text, false);
  }
  return [...wanted.values()].slice(0, MAX_WORDS);
}

/** The common beginning of a word and its stem: "polic" of "policy" and "polici". */
function sharedBeginning(word: string, stem: string): string {
  let length = 0;
  while (length < word.length && word[length] === stem[length]) length += 1;
  return word.slice(0, length);
}

/** Numbers of the wanted words that a text holds. */
export function heldIn(text: string, wanted: readonly Wanted[]): Set<number> {
  const held = new Set<number>();
  for (const stretch of stretchesOf(text)) {
    const stored = stretch.unspaced ? new Set(pairsOf([...stretch.text]).concat([...stretch.text])) : null;
    wanted.forEach(({ word, prefix }, index) => {
      if (stored ? stored.has(word) : prefix ? stretch.text.startsWith(word) : stretch.text === word)
        held.add(index);
    });
  }
  return held;
}
