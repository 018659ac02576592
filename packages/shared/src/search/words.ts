import { UNSPACED } from '../text/words.ts';

/** Maximum length of a word in UTF-16 units; longer ones are cut. */
export const MAX_WORD = 64;

/** A stretch of letters and digits. Marks belong to the letter before them. */
const RUN = /[\p{L}\p{N}\p{M}]+/gu;
/**
 * Scripts that are searched by pairs of characters: those without spaces, and Korean, whose words take endings. No
 * dictionary takes part: what is stored must be found again by every version of it.
 */
const IN_PAIRS = String.raw`${UNSPACED}\p{scx=Hang}`;
const STRETCH = new RegExp(`[${IN_PAIRS}]+|[^${IN_PAIRS}]+`, 'gu');
const IS_IN_PAIRS = new RegExp(`^[${IN_PAIRS}]`, 'u');

/**
 * More combining marks than any script needs. Ordering them takes quadratic time, so further ones are dropped
 * (Unicode's stream-safe format).
 */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};

/** Marks, and the letters that become some when they are folded. */
export const MARKS = String.raw`\p{M}\u0e33\u0eb3\uff9e\uff9f`;
/**
 * More marks in a row than any script needs. To put marks in order takes the square of their number, so that further
 * ones are left out (Unicode calls such text stream-safe).
 */
const TOO_MANY_MARKS = new RegExp(`([${MARKS}]{30})[${MARKS}]+`, 'gu');

/**
 * Normalises text for comparison: lower case, without accents, in one Unicode form. Equals the database's
 * function "search_fold".
 */
export function fold(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþıς]/g, (letter) => plainLetters[letter] ?? letter);
}

/** A unit of searchable text: a word, or a run of a script without spaces. */
export interface Stretch {
  /** Folded. */
  text: string;
  /** Whether its script has no spaces between words. */
  unspaced: boolean;
  /** UTF-16 offsets in the text it came from, the second exclusive. */
  start: number;
  end: number;
}

/** The stretches of a text, in order. */
export function* stretchesOf(text: string): Generator<Stretch> {
  for (const { 0: run, index: at } of text.matchAll(RUN))
    for (const { 0: piece, index } of run.matchAll(STRETCH)) {
      const place = { start: at + index, end: at + index + piece.length };
      // Folding may produce punctuation, as for a fraction.
      for (const [word] of fold(piece).matchAll(RUN)) {
        const unspaced = IS_IN_PAIRS.test(word);
        yield { text: unspaced ? word : word.slice(0, MAX_WORD).toWellFormed(), unspaced, ...place };
      }
    }
}

/** Returns the stored forms of a run: itself, or each pair of neighbouring characters and the last one. */
function storedAs({ text, unspaced }: Stretch): string[] {
  if (!unspaced) return [text];
  const characters = [...text];
  return [...pairsOf(characters), characters.at(-1) ?? ''];
}

/** Each two neighbouring characters. */
export function pairsOf(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** Yields a text's words as stored for searching, run by run, with repetitions. */
export function* storedWordsOf(text: string): Generator<string[]> {
  for (const stretch of stretchesOf(text)) yield storedAs(stretch);
}

/**
 * Returns a text's different words as stored for searching.
 * @param most maximum number, from the start
 */
export function wordsOf(text: string, most: number): string[] {
  const words = new Set<string>();
  for (const some of storedWordsOf(text)) {
    for (const word of some) words.add(word);
    if (words.size >= most) break;
  }
  return [...words].slice(0, most);
}

/** A word every result must contain, or with `prefix` one it must begin with. */
export interface Wanted {
  word: string;
  prefix: boolean;
}

/** Returns the words a query requires. The last one is a prefix. */
export function wantedBy(query: string): Wanted[] {
  const stretches = [...stretchesOf(query)];
  const wanted = new Map<string, Wanted>();
  stretches.forEach((stretch, i) => {
    const { text, unspaced } = stretch;
    const characters = [...text];
    // A single character of such a script begins a pair, or is last.
    if (unspaced && characters.length > 1)
      for (const word of pairsOf(characters)) wanted.set(word, { word, prefix: false });
    else wanted.set(text, { word: text, prefix: unspaced || i === stretches.length - 1 });
  });
  return [...wanted.values()];
}
