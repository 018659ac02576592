import { expect, it } from 'vitest';
import { hasSameWords } from './same-words.ts';

it.each([
  ['The har-\nbour opens', 'the harbour opens', true],
  ['an eﬃcient “oﬃce”', 'an efficient "office"', true],
  ['港口 五月开放', '港口五月开放', true],
  ['It opens in May, and closes in June.', 'It opens … in June', true],
  ['It opens in May, and closes in June.', 'in June … It opens', false],
  ['It opens in May', 'It opens in March', false],
  ['It opens in May', 'It opens', false],
  ['12,000 tons', '13,000 tons', false],
  ['It opens in May, and closes in June.', 'opens … closes', false],
  ['a change of 5 points', 'a change of -5 points', false],
  ['It costs 1.5 million', 'It costs 15 million', false],
  ['yes/no', 'yes no', false],
  ['two keys', '- two keys.', true],
  ['', '…', false],
  ['...', '.', false],
])('%j says %j: %s', (stretch, quote, expected) => {
  expect(hasSameWords(stretch, quote)).toBe(expected);
});
