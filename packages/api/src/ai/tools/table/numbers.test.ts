import { expect, it } from 'vitest';
import { conventionOf, numberIn } from './numbers.ts';
import { paced } from './paced.ts';

const judged = (...cells: string[]) => conventionOf(cells, paced());

it.each([
  ['a decimal comma', ['1.000', '2,75'], { decimal: ',', unclear: null }],
  ['thousands twice in one number', ['1.000', '1.250.000'], { decimal: ',', unclear: null }],
  ['a decimal point', ['1.000', '0.125'], { decimal: '.', unclear: null }],
  ['both signs', ['1,000', '1,234.5'], { decimal: '.', unclear: null }],
  ['nothing', ['1.000', '2.500', 'none'], { decimal: '.', unclear: '1.000' }],
  ['as many of either', ['1.000', '2,75', '2.75'], { decimal: '.', unclear: '1.000' }],
  ['no number', ['x', ''], { decimal: '.', unclear: null }],
])('the convention of a column is told by %s', async (_, cells, convention) => {
  expect(await judged(...cells)).toEqual(convention);
});

it.each([
  ['1.000', ',', 1_000],
  ['1.000', '.', 1],
  ['1,000', '.', 1_000],
  ['1,000', ',', 1],
  ['1.234.567,89', '.', 1_234_567.89],
  ['12,34,567.5', ',', 1_234_567.5],
  ['€ 1’234.50', ',', 1_234.5],
  ['1 234,5', '.', 1_234.5],
  ['(12)', '.', -12],
  ['−3,5 %', '.', -3.5],
  ['1e3', '.', 1_000],
  ['0,125', '.', 0.125],
  ['1.2.3', '.', null],
  ['12,3456,7.0', '.', null],
  ['.', '.', null],
  ['12 May', '.', null],
  ['9'.repeat(100), '.', null],
] as const)('%s with a decimal %s is %s', (cell, decimal, number) => {
  expect(numberIn(cell, decimal)).toBe(number);
});
