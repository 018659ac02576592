import { expect, it } from 'vitest';
import { keyCaps, matches } from './keys.ts';

it('takes the plus sign alone for a key', () => {
  expect(keyCaps('+')).toEqual(['+']);
  expect(keyCaps('shift+ArrowUp').at(-1)).toBe('↑');
  expect(matches('+', new KeyboardEvent('keydown', { key: '+', shiftKey: true }))).toBe(true);
  expect(matches('+', new KeyboardEvent('keydown', { key: '-' }))).toBe(false);
});
