import { fold, quotedPieces, quotedWords } from '@tandem/shared/dataset/fold';

/** Offsets in a text; `to` is exclusive. */
export interface Stretch {
  from: number;
  to: number;
}

/** Characters of a page that are searched; no page that is read from a file is longer. */
const MAX_PAGE = 200_000;
/** Longest quote that is looked for, in characters. */
const MAX_QUOTE = 2_000;
/** Characters of a quote at least, folded. */
const MIN_QUOTE = 2;
/** Pieces into which omissions may cut a quote, and what each must have: a common word is no evidence. */
const MAX_PIECES = 4;
const MIN_PIECE = 8;
/** Characters from the first to the last piece of a cut quote. */
const MAX_SPAN = 2_000;

/**
 * Finds the words of a quote in the text of a page. Differences of typesetting do not count, changed words and numbers
 * do. A quote cut by "…" is found when its pieces stand near each other in order.
 * @returns where they first stand in `page`; null when they are not there
 */
export function locateQuote(page: string, quote: string): Stretch | null {
  if (quote.length > MAX_QUOTE) return null;
  return locateFolded(foldPage(page), quote);
}

/** A page to look for several quotes. */
export interface FoldedPage extends ReturnType<typeof fold> {
  original: string;
}

export function foldPage(page: string): FoldedPage {
  const original = page.slice(0, MAX_PAGE);
  return { original, ...fold(original) };
}

/** The same as `locateQuote`, in a page that was folded before. */
export function locateFolded(page: FoldedPage, quote: string): Stretch | null {
  if (quote.length > MAX_QUOTE) return null;
  const whole = quotedWords(quote);
  if (whole.length < MIN_QUOTE) return null;
  for (const found of occurrences(page, whole)) return found;
  const pieces = quotedPieces(quote);
  if (pieces.length === 1 && pieces[0] !== whole && (pieces[0]?.length ?? 0) >= MIN_QUOTE)
    return firstOf(occurrences(page, pieces[0] ?? ''));
  if (pieces.length < 2 || pieces.length > MAX_PIECES) return null;
  if (pieces.some((piece) => piece.length < MIN_PIECE)) return null;
  return inOrder(pieces.map((piece) => [...occurrences(page, piece)]));
}

function firstOf(found: Iterable<Stretch>): Stretch | null {
  for (const stretch of found) return stretch;
  return null;
}

/** Returns the first stretch over one place of each piece, in order and near enough; each list is sorted. */
function inOrder(lists: readonly Stretch[][]): Stretch | null {
  const next = lists.map(() => 0);
  for (const first of lists[0] ?? []) {
    let last = first;
    for (let n = 1; n < lists.length; n++) {
      const list = lists[n] ?? [];
      // Places before an earlier start are before every later one too.
      while ((list[next[n] ?? 0]?.from ?? Number.POSITIVE_INFINITY) < last.to) next[n] = (next[n] ?? 0) + 1;
      const found = list[next[n] ?? 0];
      if (!found) return null;
      last = found;
    }
    if (last.to - first.from <= MAX_SPAN) return { from: first.from, to: last.to };
  }
  return null;
}

/** Finds folded words where they are whole words of the page, by Knuth, Morris and Pratt: no page makes it slow. */
function* occurrences(page: FoldedPage, words: string): Generator<Stretch> {
  const { text, starts, ends, original } = page;
  const borders = bordersOf(words);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    while (matched > 0 && text[at] !== words[matched]) matched = borders[matched - 1] ?? 0;
    if (text[at] === words[matched]) matched += 1;
    if (matched < words.length) continue;
    const stretch = { from: starts[at - words.length + 1] ?? 0, to: ends[at] ?? 0 };
    if (isWhole(original, stretch)) yield stretch;
    matched = borders[matched - 1] ?? 0;
  }
}

function bordersOf(words: string): number[] {
  const borders = [0];
  let length = 0;
  for (let at = 1; at < words.length; at++) {
    while (length > 0 && words[at] !== words[length]) length = borders[length - 1] ?? 0;
    if (words[at] === words[length]) length += 1;
    borders.push(length);
  }
  return borders;
}

const WORD = /[\p{L}\p{N}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether a stretch neither begins nor ends within a word or a number. */
function isWhole(text: string, { from, to }: Stretch): boolean {
  return !isWithin(text, from) && !isWithin(text, to);
}

function isWithin(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at, at + 2);
  if (/\d$/.test(before) && /^[.,]\d/.test(after)) return true;
  if (/\d[.,]$/.test(before) && /^\d/.test(after)) return true;
  const [left = '', right = ''] = [before.at(-1), after[0]];
  return WORD.test(left) && WORD.test(right) && !UNSPACED.test(left) && !UNSPACED.test(right);
}
