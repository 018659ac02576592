import { expect, it } from 'vitest';
import { sentencesOf, unitsOf } from './units.ts';

const page = (text: string, id = '1.1') => ({ id, name: 'lease.pdf', label: '1', text });
const unitsIn = (text: string) =>
  unitsOf([page(text)]).map(({ kind, heading, sentence }) => [kind, heading, sentence]);

it('joins lines that were wrapped for paper, and keeps headings apart', () => {
  const text = [
    '3. Rent',
    'The monthly rent is 6,450 pounds, payable in advance on the first working day of each',
    'March and September. Late payments bear interest at four per cent above the base rate of',
    'Lloyds Bank.',
    '4. Deposit',
    'The tenant pays a deposit of three months’ rent before the keys are handed over.',
  ].join('\n');
  expect(unitsIn(text)).toEqual([
    [
      'sentence',
      '3. Rent',
      'The monthly rent is 6,450 pounds, payable in advance on the first working day of each March and September.',
    ],
    [
      'sentence',
      '3. Rent',
      'Late payments bear interest at four per cent above the base rate of Lloyds Bank.',
    ],
    [
      'sentence',
      '4. Deposit',
      'The tenant pays a deposit of three months’ rent before the keys are handed over.',
    ],
  ]);
});

it('tells entries of lists, rows and lines with a label apart', () => {
  expect(
    unitsIn(
      'Actions\n\n- Ben writes the report.\n2. Ada signs.\n\nPresent: Ada, Ben\nApologies: Emi\n| 2 | A | 3 |',
    ),
  ).toEqual([
    ['item', 'Actions', 'Ben writes the report.'],
    ['item', 'Actions', 'Ada signs.'],
    ['sentence', 'Actions', 'Present: Ada, Ben'],
    ['sentence', 'Actions', 'Apologies: Emi'],
    ['row', 'Actions', '| 2 | A | 3 |'],
  ]);
});

it('leaves out numbers of pages, and what stands at the edge of each', () => {
  const pages = [1, 2, 3].map((n) =>
    page(`Plant handbook\nPumps need care on day ${n}.\nPage ${n} of 3`, `1.${n}`),
  );
  expect(unitsOf(pages).map(({ sentence }) => sentence)).toEqual([
    'Pumps need care on day 1.',
    'Pumps need care on day 2.',
    'Pumps need care on day 3.',
  ]);
});

it.each([
  ['Ltd. and e.g. dates such as 1. Januar end nothing. This does.', 2],
  ['Am 24. und 31. Dezember ist frei. Sonst nicht.', 2],
  ['一句。“两句！”三句', 3],
])('splits %s', (text, count) => {
  expect(sentencesOf(text)).toHaveLength(count);
});

it('takes no longer for hostile text than for any other', () => {
  for (const unit of ['a', '. ', '| ', '\n', '1. ', '- ', 'A: ', '第', '(', '"] ']) {
    const before = process.cpuUsage();
    unitsOf([page(unit.repeat(100_000 / unit.length))]);
    expect(process.cpuUsage(before).user, JSON.stringify(unit)).toBeLessThan(1_500_000);
  }
});

it('reads a sentence of nothing but shortened words in time that grows with its length, and ends it', () => {
  const sentences = sentencesOf('a. '.repeat(133_000));
  expect(sentences.length).toBeGreaterThan(700);
  expect(sentences.every(({ length }) => length < 520)).toBe(true);
  expect(sentences.join(' ')).toBe('a. '.repeat(133_000).trim());
});

it('joins many short lines', () => {
  expect(unitsIn('a\n'.repeat(200_000))).toHaveLength(1);
});
