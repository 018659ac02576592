import { expect, it } from 'vitest';
import { halvesOf } from './stretch.ts';

it('cuts stretches in the middle of their passages', () => {
  const one = { extractionId: 1, first: 4, count: 3, texts: ['a', 'b', 'c'] };
  const two = { extractionId: 2, first: 0, count: 1, texts: ['d'] };
  expect(halvesOf([one, two])).toEqual([
    [{ extractionId: 1, first: 4, count: 2, texts: ['a', 'b'] }],
    [{ extractionId: 1, first: 6, count: 1, texts: ['c'] }, two],
  ]);
});
