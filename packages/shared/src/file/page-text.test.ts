import { describe, expect, it } from 'vitest';
import { itemStarts, type ListedItem, MAX_PAGE_TEXT, pageTextOf, stretchesIn } from './page-text.ts';

const items: ListedItem[] = [
  { type: 'beginMarkedContent' },
  { str: 'The harbour', hasEOL: false },
  { str: ' ', hasEOL: false },
  { str: 'opens', hasEOL: true },
  { type: 'endMarkedContent' },
  { str: '', hasEOL: true },
  { str: 'in May.', hasEOL: false },
];
const words = items.flatMap((item) => ('str' in item ? [item.str] : []));
const lengths = words.map(({ length }) => length);

/** The words of a stretch, item by item. */
function read(from: number, to: number): string[] {
  const stretches = stretchesIn(itemStarts(items), lengths, from, to);
  return stretches.map((stretch) => words[stretch.item]?.slice(stretch.from, stretch.to) ?? '');
}

describe('the text of a PDF page', () => {
  it('is that of its items, with a line break where one ends a line', () => {
    expect(pageTextOf(items)).toBe('The harbour opens\n\nin May.');
    expect(pageTextOf([{ str: 'x'.repeat(MAX_PAGE_TEXT + 5), hasEOL: false }])).toHaveLength(MAX_PAGE_TEXT);
  });

  it('has blanks in place of letters that are too small for anybody to read', () => {
    const sized = (size: number, str: string) => ({
      str,
      hasEOL: false,
      transform: [size, 0, 0, size, 60, 700],
    });
    const some = [sized(11, 'Pay the '), sized(0.1, 'hidden'), sized(4, ' clerk.')];
    expect(pageTextOf(some)).toBe(`Pay the ${' '.repeat(6)} clerk.`);
    expect(itemStarts(some)).toEqual([0, 8, 14, 21]);
    // A page that counts in inches.
    expect(pageTextOf(some, 72)).toBe('Pay the hidden clerk.');
  });

  it('has a place for each item, marks left out', () => {
    expect(itemStarts(items)).toEqual([0, 11, 12, 18, 19, 26]);
  });

  it.each([
    [0, 26, ['The harbour', ' ', 'opens', 'in May.']],
    [4, 14, ['harbour', ' ', 'op']],
    [12, 17, ['opens']],
    [17, 20, ['i']],
    [17, 19, []],
    [5, 5, []],
    [26, 40, []],
  ])('from %i to %i lies in the right items', (from, to, expected) => {
    expect(read(from, to)).toEqual(expected);
  });

  it('is the same by items as by offsets, wherever it begins and ends', () => {
    const text = pageTextOf(items);
    for (let from = 0; from <= text.length; from += 1)
      for (let to = from; to <= text.length; to += 1)
        expect(read(from, to).join('')).toBe(text.slice(from, to).replaceAll('\n', ''));
  });
});
