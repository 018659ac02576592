import { expect, it } from 'vitest';
import { separatorOf, tableOf } from './csv.ts';

it('reads quotes, line breaks within them, and both line endings', () => {
  expect(tableOf('name,note\r\n"Ann, B.","says ""hi""\nand goes"\nCo,', ',')).toEqual({
    rows: [
      ['name', 'note'],
      ['Ann, B.', 'says "hi"\nand goes'],
      ['Co', ''],
    ],
    total: 3,
  });
});

it('counts rows that are not shown', () => {
  const { rows, total } = tableOf('a,b\n'.repeat(700), ',');
  expect([rows.length, total]).toEqual([500, 700]);
});

it('finds what separates values', () => {
  expect(separatorOf('a.csv', 'x;y;z\n1,5;2;3')).toBe(';');
  expect(separatorOf('a.csv', 'x,y')).toBe(',');
  expect(separatorOf('a.tsv', 'x,y')).toBe('\t');
});
