import { displayNameSchema } from '@tandem/shared/user/schema';
import { describe, expect, it } from 'vitest';
import { asName } from './update.ts';

describe('a name made from a title', () => {
  it.each([
    ['Plans for spring', 'Plans for spring'],
    ['  two\nlines\tand\u0000more  ', 'two lines and more'],
    ['', ''],
    [' \n ', ''],
    ['a'.repeat(200), `${'a'.repeat(59)}…`],
    [
      'A rather long title that goes on and on about nothing in particular',
      'A rather long title that goes on and on about nothing in…',
    ],
    ['会议'.repeat(50), `${'会议'.repeat(29)}会…`],
  ])('%j', (title, name) => {
    expect(asName(title)).toBe(name);
    if (name) expect(displayNameSchema.parse(name)).toBe(name);
  });

  it('never splits a character', () => {
    expect(asName('👩🏽‍🚀'.repeat(60)).isWellFormed()).toBe(true);
  });
});
