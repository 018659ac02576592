import { expect, it } from 'vitest';
import { isHeld } from './entity-tag.ts';

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  [undefined, false],
])('If-None-Match: %s matches the tag "a": %s', (header, matches) => {
  expect(isHeld(header, '"a"')).toBe(matches);
});
