import type { ListedItem } from '@tandem/shared/file/page-text';
import { type Box, isLetter, lettersIn, type Painted, type PaintedLetter } from './painted.ts';

type TextItem = Extract<ListedItem, { str: string }>;

/** Letters that words need to be recognised as hidden ones wherever they stand. */
const TELLING = 4;
/** Share of a page that pictures of a scan cover at least. */
const SCAN = 0.5;
/** Boxes that are looked at for one letter; letters above more count as seen. */
const MAX_BOXES = 5_000;

/**
 * Puts blanks in place of letters that a page does not show: unpainted ones, and those in the colour of paper on paper.
 * A scan keeps the unpainted text that was recognised in its picture. Offsets stay as they are.
 * @param area of the page in points²
 */
export function withoutHidden(
  items: readonly ListedItem[],
  painted: Painted,
  area: number,
): readonly ListedItem[] {
  const { boxes, pictures } = painted;
  const unpainted = painted.letters.filter(({ seen }) => seen === 'never').length;
  const isScan = pictures >= area * SCAN && unpainted * 2 > painted.letters.length;
  const letters = isScan
    ? painted.letters.map((each) => (each.seen === 'never' ? { ...each, seen: 'always' as const } : each))
    : painted.letters;
  if (letters.every(({ seen }) => seen === 'always')) return items;
  return inOrder(items, letters, boxes) ?? bySight(items, letters, boxes);
}

/** Finds the letters of each item in the order of painting; null when these are not the same. */
function inOrder(
  items: readonly ListedItem[],
  letters: readonly PaintedLetter[],
  boxes: readonly Box[],
): ListedItem[] | null {
  const found: ListedItem[] = [];
  let next = 0;
  for (const item of items) {
    const wanted = 'str' in item ? lettersIn(item.str) : [];
    const own = letters.slice(next, next + wanted.length);
    next += wanted.length;
    const isSame = wanted.every((letter, at) => letter === own[at]?.letter);
    const isTurned =
      wanted.toSorted().join('') ===
      own
        .map(({ letter }) => letter)
        .toSorted()
        .join('');
    if (!isSame && !isTurned) return null;
    if (!('str' in item)) found.push(item);
    else {
      const hidden = own.map((letter) => isHidden(letter, item, boxes));
      // Where the order was turned, as in writing from right to left, the piece is judged as a whole.
      const isMost = hidden.filter(Boolean).length * 2 > hidden.length;
      found.push({ ...item, str: blanked(item.str, isSame ? hidden : hidden.fill(isMost)) });
    }
  }
  return next === letters.length ? found : null;
}

/** Finds hidden words in items wherever they stand, as when others lie beyond the page. */
function bySight(
  items: readonly ListedItem[],
  letters: readonly PaintedLetter[],
  boxes: readonly Box[],
): ListedItem[] {
  const runs = runsOf(letters);
  return items.map((item) => {
    if (!('str' in item)) return item;
    const own = lettersIn(item.str);
    const words = own.join('');
    const hidden = own.map(() => false);
    if (words.length < TELLING) return item;
    for (const { text, first } of runs) {
      if (!isHidden({ ...first, under: boxes.length }, item, boxes)) continue;
      if (text.includes(words) || text.includes(own.toReversed().join(''))) hidden.fill(true);
      else if (text.length >= TELLING) {
        const length = [...text].length;
        for (let at = words.indexOf(text); at >= 0; at = words.indexOf(text, at + text.length)) {
          const from = [...words.slice(0, at)].length;
          hidden.fill(true, from, from + length);
        }
      }
    }
    return { ...item, str: blanked(item.str, hidden) };
  });
}

function runsOf(letters: readonly PaintedLetter[]): { text: string; first: PaintedLetter }[] {
  const runs: { text: string; first: PaintedLetter }[] = [];
  let before: PaintedLetter['seen'] = 'always';
  for (const each of letters) {
    const last = runs.at(-1);
    if (each.seen !== 'always' && each.seen === before && last) last.text += each.letter;
    else if (each.seen !== 'always') runs.push({ text: each.letter, first: each });
    before = each.seen;
  }
  return runs;
}

function isHidden({ seen, under }: PaintedLetter, { transform }: TextItem, boxes: readonly Box[]): boolean {
  if (seen !== 'light') return seen === 'never';
  if (under > MAX_BOXES) return false;
  const [x, y] = [transform?.[4] ?? 0, transform?.[5] ?? 0];
  return !boxes
    .slice(0, under)
    .some(([left, bottom, right, top]) => x >= left - 1 && x <= right + 1 && y >= bottom - 1 && y <= top + 1);
}

/** Puts blanks in place of some letters. @param hidden for each letter, white space left out */
function blanked(text: string, hidden: readonly boolean[]): string {
  let at = 0;
  return [...text]
    .map((each) => {
      if (!isLetter(each)) return each;
      const isGone = hidden[at] === true;
      at += 1;
      return isGone ? ' '.repeat(each.length) : each;
    })
    .join('');
}
