import { fold } from './words.ts';

/** Characters that Chinese is written with, and that pinyin spells. */
const HAN = String.raw`\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}`;
const HAS_HAN = new RegExp(`[${HAN}]`, 'u');
const PIECES = new RegExp(`[${HAN}]+|[^${HAN}]+`, 'gu');

/** Longer than any typed spelling. */
const MAX_LETTERS = 40;

/** Whether a name contains characters that can be spelt. */
export function hasSpelling(name: string): boolean {
  return HAS_HAN.test(name);
}

/** A text cut into stretches with and without Chinese characters. */
export function piecesOf(text: string): string[] {
  return [...text.matchAll(PIECES)].map(([piece]) => piece);
}

/** Part of a typed word: literal characters, or letters that may spell a name. */
export interface SpeltPart {
  /** Folded. */
  text: string;
  /** Letters to match against a spelling; null for literal text. */
  letters: string | null;
}

/** Splits a folded word into parts, for input half converted by an input method: `李na`. */
export function speltParts(word: string): SpeltPart[] {
  return piecesOf(word).map((text) => {
    // Typed between syllables, as in xi'an.
    const letters = text.replaceAll(/['’]/g, '');
    const isSpelt =
      /^[\p{L}\p{N}]+$/u.test(letters) && /[a-z]/.test(letters) && letters.length <= MAX_LETTERS;
    return { text, letters: isSpelt ? letters : null };
  });
}

/**
 * Returns a PostgreSQL pattern for spellings that letters abbreviate: whole syllables or the beginning of
 * each, as in `lina`, `lna` and `ln`. `spells` is the same rule.
 * @param words letters and digits only; each begins a syllable
 * @param atStart the first letter begins the spelling
 */
export function spellingPattern(words: readonly string[], atStart = false): string {
  const pattern = words.map((word) => [...word].join(String.raw`(?:\S* )?`)).join(String.raw`\S* `);
  return `(?n)${atStart ? '^' : ''} ${pattern}`;
}

/**
 * Whether letters abbreviate a spelling, or part of it from a syllable on.
 * @param spelling the result of `spell`
 */
export function spells(spelling: string, words: readonly string[], atStart = false): boolean {
  return spelling.split('\n').some((line) => spellsLine(line, words, atStart));
}

function spellsLine(line: string, words: readonly string[], atStart: boolean): boolean {
  // Every position the letters so far may have reached. Trying them in turn would take exponential time.
  let places = new Set<number>();
  for (let at = line.indexOf(' '); at >= 0; at = line.indexOf(' ', at + 1)) {
    places.add(at + 1);
    if (atStart) break;
  }
  let isFirst = true;
  for (const word of words) {
    let begins = true;
    for (const letter of word) {
      const next = new Set<number>();
      for (const place of places) {
        // A word begins a syllable, and so does the first letter, which is at one already.
        if ((isFirst || !begins) && line.startsWith(letter, place)) next.add(place + letter.length);
        const after = isFirst ? -1 : line.indexOf(' ', place);
        if (after >= 0 && line.startsWith(letter, after + 1)) next.add(after + 1 + letter.length);
      }
      places = next;
      begins = false;
      isFirst = false;
    }
  }
  return places.size > 0;
}

/** Rank of a match: 0 the name begins with it, 1 one of its words does, 2 it contains every word. */
export type Fit = 0 | 1 | 2;

/**
 * Ranks a name against a query, each word by its characters or its spelling, in any order.
 * @param name folded
 * @param spelling the result of `spell`; empty for none, or not known yet
 * @param words folded, without spaces
 * @returns null without a match
 */
export function fitOfName(name: string, spelling: string, words: readonly string[]): Fit | null {
  if (words.length === 0 || !words.every((word) => wordFits(name, spelling, word))) return null;
  const whole = words.join(' ');
  if (name.startsWith(whole)) return 0;
  if (name.includes(` ${whole}`)) return 1;
  const letters = lettersOf(words);
  return spelling !== '' && letters !== null && spells(spelling, letters, true) ? 0 : 2;
}

/** Returns the letters of words that may all be spelt; null where one cannot. */
export function lettersOf(words: readonly string[]): string[] | null {
  const parts = words.flatMap(speltParts).map(({ letters }) => letters);
  return parts.every((letters) => letters !== null) ? parts : null;
}

function wordFits(name: string, spelling: string, word: string): boolean {
  if (name.includes(word)) return true;
  if (spelling === '') return false;
  return speltParts(word).every(
    ({ text, letters }) => name.includes(text) || (letters !== null && spells(spelling, [letters])),
  );
}

/** Splits a query into the words names are compared with. */
export function typedWords(query: string): string[] {
  return fold(query).split(/\s+/u).filter(Boolean);
}
