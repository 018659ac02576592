/**
 * An entry of a PDF page's text as pdf.js lists it. Marks around entries have no `str`. The transform goes from letters
 * to points of the page.
 */
export type ListedItem = { str: string; hasEOL: boolean; transform?: readonly number[] } | { type: string };

/** How pdf.js has to be asked for items, so that server and browser get the same ones. */
export const itemOptions = { includeMarkedContent: true, disableNormalization: true } as const;

/** Characters kept of one page of a PDF. */
export const MAX_PAGE_TEXT = 40_000;

/** A stretch of one item. Items are counted without marks; `to` is exclusive. */
export interface ItemStretch {
  item: number;
  from: number;
  to: number;
}

/** Height of letters below which nobody reads them on the page, in points. */
const TINY = 1;

/** Whether letters are so small that they are there for machines only. */
function isTiny(transform: readonly number[] | undefined, unit: number): boolean {
  return transform !== undefined && Math.hypot(transform[2] ?? 0, transform[3] ?? 0) * unit < TINY;
}

/**
 * The words of each item. Blanks stand for those that nobody sees, so that offsets stay those of pdf.js' own text layer.
 * What lies beyond the page, pdf.js does not list.
 */
function* wordsOf(items: Iterable<ListedItem>, unit: number): Generator<string> {
  for (const item of items) {
    if (!('str' in item)) continue;
    const words = isTiny(item.transform, unit) ? ' '.repeat(item.str.length) : item.str;
    yield words + (item.hasEOL ? '\n' : '');
  }
}

/**
 * Returns the text of a PDF page: its items in order, with a line break where one ends a line.
 * @param unit of the page, in points
 */
export function pageTextOf(items: Iterable<ListedItem>, unit = 1): string {
  return [...wordsOf(items, unit)].join('').slice(0, MAX_PAGE_TEXT);
}

/**
 * Returns where each item begins in the text of its page, and last where the page ends. Items are counted without
 * marks.
 */
export function itemStarts(items: Iterable<ListedItem>): number[] {
  const starts = [0];
  for (const words of wordsOf(items, 1)) starts.push((starts.at(-1) ?? 0) + words.length);
  return starts;
}

/**
 * Returns the items that make up a stretch of a page's text, without line breaks between them.
 * @param lengths characters of each item's `str`
 * @param to exclusive
 */
export function stretchesIn(
  starts: readonly number[],
  lengths: readonly number[],
  from: number,
  to: number,
): ItemStretch[] {
  const stretches: ItemStretch[] = [];
  for (let item = itemAt(starts, from); item < lengths.length && (starts[item] ?? to) < to; item += 1) {
    const start = starts[item] ?? 0;
    const stretch = { item, from: Math.max(0, from - start), to: Math.min(lengths[item] ?? 0, to - start) };
    if (stretch.from < stretch.to) stretches.push(stretch);
  }
  return stretches;
}

/** Returns the last item that begins at or before an offset. */
function itemAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
