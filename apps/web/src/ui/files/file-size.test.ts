import { expect, it } from 'vitest';
import { sizeInWords } from './file-size.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_400, '1.4 kB'],
  [14_400, '14 kB'],
  [1_450_000, '1.5 MB'],
  [52_428_800, '52 MB'],
])('%i is %s', (bytes, words) => {
  expect(sizeInWords(bytes, 'en')).toBe(words);
});

it('is formatted in the reader’s language', () => {
  expect(sizeInWords(14_400, 'zh-CN')).toMatch(/14/);
});
