import { describe, expect, it } from 'vitest';
import { planTable } from './plan.ts';
import { tablesIn } from './tables.ts';
import { callFor } from './tell.ts';

const sheet = (rows: string[][]) =>
  rows.map((cells, at) => `| ${at + 1} | ${cells.join(' | ')} |`).join('\n');
const tables = tablesIn([
  {
    number: 1,
    name: 'Expenses.csv',
    pages: [
      {
        id: '1.1',
        label: '1–6',
        text: sheet([
          ['Date', 'Category', 'Employee', 'Description', 'Amount'],
          ['2026-02-03', 'Travel', 'Carla Mendes', 'Flight to Porto', '312.40'],
          ['2026-02-17', 'Software', 'Ben Lindqvist', 'Monitoring', '149.00'],
          ['2026-03-02', 'Travel', 'Ben Lindqvist', 'Train to London', '96.20'],
          ['2026-03-11', 'Travel', 'Emi Tanaka', 'Hotel Hamburg', '178.00'],
          ['2026-03-28', 'Office', 'Ada Okafor', 'Coffee', '37.80'],
        ]),
      },
    ],
  },
  {
    number: 2,
    name: 'Price list.xlsx',
    pages: [
      {
        id: '2.1',
        label: 'Prices, 1–5',
        text: sheet([
          ['Article', 'Name', 'Category', 'Price', 'Stock'],
          ['A-1', 'Aurora lamp', 'Lamps', '89.5', '14'],
          ['A-2', 'Comet lamp', 'Lamps', '129', '0'],
          ['B-1', 'Fjord chair', 'Chairs', '319', '3'],
          ['B-2', 'Ember chair', 'Chairs', '199', '9'],
        ]),
      },
      {
        id: '2.2',
        label: 'Sales, 1–5',
        text: sheet([
          ['Month', 'Region', 'Orders', 'Revenue'],
          ['February', 'North', '134', '20950'],
          ['February', 'South', '101', '16020'],
          ['March', 'North', '150', '23800'],
          ['March', 'South', '88', '13900'],
        ]),
      },
    ],
  },
]);
const call = (question: string) => {
  const plan = planTable(tables, question);
  return plan && callFor(plan);
};

describe('a question about a table is planned as a call', () => {
  const travel = { column: 'Category', is: '=', value: 'Travel' };
  const lamps = { column: 'Category', is: '=', value: 'Lamps' };
  it.each([
    [
      'What did we spend on travel in March?',
      { source: 1, where: [travel, { column: 'Date', is: 'contains', value: '-03-' }], sum: 'Amount' },
    ],
    ['How much did we spend in total?', { source: 1, sum: 'Amount' }],
    [
      'How much did Ben spend?',
      { source: 1, where: [{ column: 'Employee', is: 'contains', value: 'Ben' }], sum: 'Amount' },
    ],
    ['Total expenses by category', { source: 1, groupBy: 'Category', sum: 'Amount' }],
    ['expenses over 150', { source: 1, where: [{ column: 'Amount', is: '>', value: 150 }] }],
    [
      'Which lamps are out of stock?',
      { source: 2, sheet: 'Prices', where: [lamps, { column: 'Stock', is: '=', value: 0 }] },
    ],
    [
      'How many chairs are there in the price list?',
      { source: 2, sheet: 'Prices', where: [{ column: 'Category', is: '=', value: 'Chairs' }] },
    ],
    [
      'What is the price of the Fjord chair?',
      { source: 2, sheet: 'Prices', where: [{ column: 'Name', is: '=', value: 'Fjord chair' }] },
    ],
    ['Which article is the most expensive?', { source: 2, sheet: 'Prices', sortBy: 'Price', order: 'desc' }],
    ['average price of lamps', { source: 2, sheet: 'Prices', where: [lamps], sum: 'Price' }],
    [
      'How many orders in March?',
      { source: 2, sheet: 'Sales', where: [{ column: 'Month', is: '=', value: 'March' }], sum: 'Orders' },
    ],
    ['Which region had more revenue?', { source: 2, sheet: 'Sales', groupBy: 'Region', sum: 'Revenue' }],
    ['cheapest lamp', { source: 2, sheet: 'Prices', where: [lamps], sortBy: 'Price', order: 'asc' }],
    ['stock of lamps', { source: 2, sheet: 'Prices', where: [lamps], sum: 'Stock' }],
    ['compare revenue of north and south', { source: 2, sheet: 'Sales', groupBy: 'Region', sum: 'Revenue' }],
    ['which category has the most articles', { source: 2, sheet: 'Prices', groupBy: 'Category' }],
    [
      'total amount in 2023?',
      { source: 1, where: [{ column: 'Date', is: 'contains', value: '2023-' }], sum: 'Amount' },
    ],
    [
      'expenses over 50 and under 100',
      {
        source: 1,
        where: [
          { column: 'Amount', is: '>', value: 50 },
          { column: 'Amount', is: '<', value: 100 },
        ],
      },
    ],
    ['Amount über 1.000', { source: 1, where: [{ column: 'Amount', is: '>', value: 1000 }] }],
    ['Amount over 2,000', { source: 1, where: [{ column: 'Amount', is: '>', value: 2000 }] }],
    ['Wie viel haben wir für Reisen ausgegeben?', { source: 1, where: [travel], sum: 'Amount' }],
  ])('%s', (question, planned) => {
    expect(call(question)).toEqual(planned);
  });
});

it.each([
  'How much is the rent?',
  'How many parking spaces does the office have?',
  'What was decided about the Aurora lamp?',
  'When does the office close?',
  'total revenue in 2023',
  'total amount of 17 trips',
  'expenses between 50 and 100 in total',
])('no table answers %s', (question) => {
  expect(call(question)).toBeNull();
});
