import { expect, it } from 'vitest';
import { unbroken } from './unbroken.ts';

it.each([
  ['The har-\nbour opens\nin May. ', 'The harbour opens in May.'],
  ['North-\nSouth', 'North- South'],
  ['1990-\n1995', '1990- 1995'],
  ['two  words', 'two words'],
])('reads %j as %j', (text, expected) => {
  expect(unbroken(text)).toBe(expected);
});
