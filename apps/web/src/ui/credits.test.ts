import { describe, expect, it } from 'vitest';
import { formatCredits, formatDollars, formatShort } from './credits.ts';

describe('formatCredits', () => {
  it.each([
    [0, '0'],
    [1, '< 0.0001'],
    [123_400, '0.1234'],
    [1_500_000, '1.50'],
    [5_000_000, '5'],
    [12_345_678, '12.35'],
    [1_234_567_890, '1,235'],
  ])('%d', (micro, words) => {
    expect(formatCredits(micro, 'en')).toBe(words);
  });
});

it('formatDollars takes a hundred credits for a dollar', () => {
  expect(formatDollars(250_000_000, 'en')).toBe('2.50');
});

it.each([
  [0, '0'],
  [0.000_25, '0.00025'],
  [0.5, '0.5'],
  [1.25, '1.3'],
  [12_345, '12.3K'],
])('formatShort distinguishes %d from its neighbours on an axis', (value, words) => {
  expect(formatShort(value, 'en')).toBe(words);
});
