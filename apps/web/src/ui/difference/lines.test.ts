import { describe, expect, it } from 'vitest';
import { linesOf, pairsOf } from './lines.ts';

const hunk = {
  oldStart: 4,
  newStart: 6,
  lines: [' a', '-b', '-c', '+B', ' d', '\\ No newline at end of file'],
};

describe('the lines of a difference', () => {
  it('are numbered on both sides', () => {
    expect(linesOf(hunk).map(({ before, after, text }) => [before, after, text])).toEqual([
      [4, 6, 'a'],
      [5, null, 'b'],
      [6, null, 'c'],
      [null, 7, 'B'],
      [7, 8, 'd'],
    ]);
  });

  it('stand beside what replaced them', () => {
    expect(pairsOf(linesOf(hunk)).map(([left, right]) => [left?.text ?? null, right?.text ?? null])).toEqual([
      ['a', 'a'],
      ['b', 'B'],
      ['c', null],
      ['d', 'd'],
    ]);
  });

  it('begin another change where something goes after something came', () => {
    const lines = linesOf({ oldStart: 1, newStart: 1, lines: ['+x', '-y', '+z'] });
    expect(pairsOf(lines).map(([left, right]) => [left?.text ?? null, right?.text ?? null])).toEqual([
      [null, 'x'],
      ['y', 'z'],
    ]);
  });
});
