import { fold, MAX_WORD, pairsOf, stretchesOf } from '@tandem/shared/search/words';
import { languageOf } from './language.ts';

/** What a printed line or an apostrophe adds to words: hyphens at line ends, elisions and short forms. */
const BROKEN_WORD = /[-\u00ad\u2010]\r?\n[^\S\n]*(?=\p{Ll})|\u00ad/gu;
const SHORT_FORM = /(?:n['’]t|['’](?:s|t|d|m|ll|re|ve))(?![\p{L}\p{N}])/giu;
const ELISION = /\b(?:[cdjlmnst]|qu)['’](?=\p{L})/giu;
const HAN = /^\p{scx=Han}$/u;

/** Stems computed so far: words repeat more than anything else. */
const stems = new Map<string, Map<string, string>>();
const MAX_STEMS = 50_000;

/**
 * The terms of a text as the index stores them, in order and with repetitions: stems, folded, without stop words. Runs
 * of scripts without spaces become pairs of characters, and with `singles` also single Chinese characters.
 * @param language two-letter code; the words of others are only folded
 */
export function* termsOf(
  text: string,
  language: string | null,
  { singles = false }: { singles?: boolean } = {},
): Generator<string> {
  const known = languageOf(language);
  const plain = wholeWords(text);
  for (const { text: word, unspaced, start, end } of stretchesOf(plain)) {
    if (unspaced) {
      yield* pairs(word, singles);
      continue;
    }
    // Longer ones are cut, and so have no stem.
    if (!known || word.length >= MAX_WORD || end - start >= MAX_WORD) {
      yield word;
      continue;
    }
    const written = plain.slice(start, end).normalize('NFKC').toLowerCase();
    if (known.stopWords.has(written) || known.stopWords.has(word)) continue;
    yield stemOf(written, language ?? '', known.stem) || word;
  }
}

/** A text with the words that line ends broke, and without short forms and elisions. */
export function wholeWords(text: string): string {
  return text.replace(BROKEN_WORD, '').replace(SHORT_FORM, ' ').replace(ELISION, ' ');
}

function* pairs(run: string, singles: boolean): Generator<string> {
  const characters = [...run];
  if (characters.length === 1) yield run;
  else yield* pairsOf(characters);
  if (singles && characters.length > 1)
    for (const character of characters) if (HAN.test(character)) yield character;
}

function stemOf(word: string, language: string, stem: (word: string) => string): string {
  const known = stems.get(language) ?? new Map<string, string>();
  stems.set(language, known);
  const before = known.get(word);
  if (before !== undefined) return before;
  // A fraction or a bracketed number folds into more than letters and digits.
  const found = fold(stem(word))
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
    .slice(0, MAX_WORD)
    .toWellFormed();
  if (known.size >= MAX_STEMS) known.clear();
  known.set(word, found);
  return found;
}

/** How often each term occurs in a text, and the number of its words as BM25 counts them. */
export function countTerms(
  text: string,
  language: string | null,
): { counts: Map<string, number>; length: number } {
  const counts = new Map<string, number>();
  let length = 0;
  for (const term of termsOf(text, language, { singles: true })) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
    if (!HAN.test(term)) length += 1;
  }
  return { counts, length };
}
