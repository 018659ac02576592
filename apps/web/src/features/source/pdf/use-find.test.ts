import { fold } from '@tandem/shared/dataset/fold';
import { describe, expect, it } from 'vitest';
import { placesIn } from './use-find.ts';

const found = (page: string, words: string) =>
  [...placesIn(fold(page), fold(words).text)].map(([from, to]) => page.slice(from, to));

describe('finding words in a page', () => {
  it.each([
    ['in other case', 'The FERRY leaves, a ferry comes.', 'ferry', ['FERRY', 'ferry']],
    ['across lines', 'the ferry\nleaves', 'ferry leaves', ['ferry\nleaves']],
    ['over a divided word', 'new regu-\nlations', 'regulations', ['regu-\nlations']],
    ['with ligatures', 'the oﬃce', 'office', ['oﬃce']],
    ['in Chinese across lines', '港口的\n历史', '港口的历史', ['港口的\n历史']],
    ['as a part of a word', 'ferries', 'ferr', ['ferr']],
    ['with signs of patterns', 'a (b) c', '(b)', ['(b)']],
    ['not where they are not', 'the ferry', 'harbour', []],
    ['not when there are none', 'the ferry', ' ', []],
  ])('finds them %s', (_, page, words, expected) => {
    expect(found(page, words)).toEqual(expected);
  });
});
