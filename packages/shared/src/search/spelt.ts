import { fold } from './words.ts';

/** Characters that Chinese is written with, and that pinyin spells. */
const HAN = String.raw`\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}`;
const HAS_HAN = new RegExp(`[${HAN}]`, 'u');
const PIECES = new RegExp(`[${HAN}]+|[^${HAN}]+`, 'gu');

/** More letters of a word than any spelling is typed with. */
const MAX_LETTERS = 40;

/** Whether there is anything in a name that can be spelt. */
export function hasSpelling(name: string): boolean {
  return HAS_HAN.test(name);
}

/** A text cut into stretches with and without Chinese characters. */
export function piecesOf(text: string): string[] {
  return [...text.matchAll(PIECES)].map(([piece]) => piece);
}

/** Part of a typed word: characters as they are, or letters by which a name may be spelt. */
export interface SpeltPart {
  /** Folded. */
  text: string;
  /** The letters to look for in a spelling; null where nothing is spelt so. */
  letters: string | null;
}

/** The parts of a folded word, as of one that an input method left half written: `李na`. */
export function speltParts(word: string): SpeltPart[] {
  return piecesOf(word).map((text) => {
    // What is put between syllables by hand, as in xi'an.
    const letters = text.replaceAll(/['’]/g, '');
    const isSpelt =
      /^[\p{L}\p{N}]+$/u.test(letters) && /[a-z]/.test(letters) && letters.length <= MAX_LETTERS;
    return { text, letters: isSpelt ? letters : null };
  });
}

/**
 * A pattern, for PostgreSQL, of the spellings that letters stand for: whole syllables or the beginning of each, as in
 * `lina`, `lna` and `ln`. `spells` judges the same.
 * @param words letters and digits only; each begins a syllable
 * @param atStart the first letter is the first of a spelling
 */
export function spellingPattern(words: readonly string[], atStart = false): string {
  const pattern = words.map((word) => [...word].join(String.raw`(?:\S* )?`)).join(String.raw`\S* `);
  return `(?n)${atStart ? '^' : ''} ${pattern}`;
}

/**
 * Whether these letters stand for a spelling, or for part of it from a syllable on.
 * @param spelling what `spell` made of a name
 */
export function spells(spelling: string, words: readonly string[], atStart = false): boolean {
  return spelling.split('\n').some((line) => spellsLine(line, words, atStart));
}

function spellsLine(line: string, words: readonly string[], atStart: boolean): boolean {
  // Every place that the letters so far can have led to. Trying one after the other would take exponential time.
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
        // A word begins a syllable, and so does the very first letter, which stands at one already.
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

/** How well a name fits: 0 it begins so, 1 one of its words does, 2 every word is in it. */
export type Fit = 0 | 1 | 2;

/**
 * How well a name fits what was typed, each word of it by its characters or its spelling, in any order.
 * @param name folded
 * @param spelling what `spell` made of it; empty where there is none, or it is not known yet
 * @param words folded, without spaces
 * @returns null for a name that does not
 */
export function fitOfName(name: string, spelling: string, words: readonly string[]): Fit | null {
  if (words.length === 0 || !words.every((word) => wordFits(name, spelling, word))) return null;
  const whole = words.join(' ');
  if (name.startsWith(whole)) return 0;
  if (name.includes(` ${whole}`)) return 1;
  const letters = lettersOf(words);
  return spelling !== '' && letters !== null && spells(spelling, letters, true) ? 0 : 2;
}

/** The letters of words that may all be spelt; null where one of them cannot. */
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

/** What was typed, as the words that names are compared with. */
export function typedWords(query: string): string[] {
  return fold(query).split(/\s+/u).filter(Boolean);
}
