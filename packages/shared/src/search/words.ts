/** Words longer than this, in UTF-16 units, are cut: nobody searches for more of a word. */
const MAX_WORD = 64;

/** A stretch of letters and digits. Marks belong to the letter before them. */
const RUN = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that put no space between words. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
const STRETCH = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

/** Letters that no decomposition takes apart, as people type them without. */
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
 * Text as it is compared: small letters without accents, in one of the ways to write each character. The database's
 * function "search_fold" does the same.
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

/** A stretch of text that is searched as one: a word, or characters of a script without spaces. */
export interface Stretch {
  /** Folded. */
  text: string;
  /** Of a script that puts no space between words. */
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
      // Folding may bring signs to light, as that of a fraction.
      for (const [word] of fold(piece).matchAll(RUN)) {
        const unspaced = IS_UNSPACED.test(word);
        yield { text: unspaced ? word : word.slice(0, MAX_WORD).toWellFormed(), unspaced, ...place };
      }
    }
}

/** What a stretch is stored as: itself, or each two neighbouring characters and the last one by itself. */
function storedAs({ text, unspaced }: Stretch): string[] {
  if (!unspaced) return [text];
  const characters = [...text];
  return [...pairsOf(characters), characters.at(-1) ?? ''];
}

/** Each two neighbouring characters. */
export function pairsOf(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** The words of a text as they are stored for searching, stretch by stretch; the same one may come again. */
export function* storedWordsOf(text: string): Generator<string[]> {
  for (const stretch of stretchesOf(text)) yield storedAs(stretch);
}

/**
 * The different words of a text, as they are stored for searching.
 * @param most how many at most; the first ones count
 */
export function wordsOf(text: string, most: number): string[] {
  const words = new Set<string>();
  for (const some of storedWordsOf(text)) {
    for (const word of some) words.add(word);
    if (words.size >= most) break;
  }
  return [...words].slice(0, most);
}

/** A word that every message found must hold, or with `prefix` one that begins so. */
export interface Wanted {
  word: string;
  prefix: boolean;
}

/** What a query asks for: all of these. The last word may be unfinished. */
export function wantedBy(query: string): Wanted[] {
  const stretches = [...stretchesOf(query)];
  const wanted = new Map<string, Wanted>();
  stretches.forEach((stretch, i) => {
    const { text, unspaced } = stretch;
    const characters = [...text];
    // One character of such a script is the beginning of a pair or stands last.
    if (unspaced && characters.length > 1)
      for (const word of pairsOf(characters)) wanted.set(word, { word, prefix: false });
    else wanted.set(text, { word: text, prefix: unspaced || i === stretches.length - 1 });
  });
  return [...wanted.values()];
}
