import { expect, it } from 'vitest';
import { choosePages, fitPages } from './choose-pages.ts';

it('takes all pages of a short source', () => {
  expect(choosePages(3, [])).toEqual([1, 2, 3]);
  expect(choosePages(0, [])).toEqual([]);
});

it('takes the first pages of a long one, and others from all over it', () => {
  const pages = choosePages(5_000, []);
  expect(pages.slice(0, 6)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(pages).toHaveLength(24);
  expect(pages.at(-1)).toBe(5_000);
});

it('prefers pages with headings, and knows that headings may lie', () => {
  const outline = [10, 90, 90, 400, 9_999].map((page) => ({ title: 'x', page }));
  expect(choosePages(500, outline)).toEqual([1, 2, 3, 4, 5, 6, 10, 90, 400]);
});

it('cuts long pages to what is left by short ones', () => {
  const pages = [
    { page: 1, text: 'a'.repeat(4_000) },
    { page: 2, text: 'short' },
    { page: 3, text: 'b'.repeat(4_000) },
  ];
  const fitted = fitPages(pages, 600);
  expect(fitted.map(({ page, text }) => [page, text.length > 1_000])).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ]);
  expect(fitted[1]?.text).toBe('short');
  expect(fitPages(fitted, 10_000)).toEqual(fitted);
});
