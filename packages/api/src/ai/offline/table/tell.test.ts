import { expect, it } from 'vitest';
import type { TablePlan } from './plan.ts';
import { callFor, tellTable } from './tell.ts';

const plan: TablePlan = {
  table: { source: 1, name: 'Sales.csv', sheet: null, columns: [], rows: [] },
  ...{ operation: 'sum', measure: 'Spent', groupBy: null, where: [] },
};
const grouped: TablePlan = { ...plan, operation: 'most', groupBy: 'Customer' };
const first = { page: '1.1', text: '| 2 | c1 | 5 |' };
const group = (at: number) => ({ value: `c${at}`, rows: 1, sum: 100 - at, added: 1, first });
const groups = Array.from({ length: 60 }, (_, at) => group(at));

it('says over how many rows it added up when some hold no number', () => {
  const found = { matching: 5, sum: 7, added: 3, average: 3.5, withoutNumber: 2, rows: [first] };
  expect(tellTable(plan, found, 'en')).toContain('**7** is the sum of “Spent” over 3 of 5 rows:');
  expect(tellTable({ ...plan, operation: 'average' }, found, 'zh-CN')).toContain('5 行中有数字的 3 行');
});

it('tells no sum of rows without any number', () => {
  expect(tellTable(plan, { matching: 2, sum: 0, added: 0, withoutNumber: 2, rows: [] }, 'en')).toBeNull();
  const none = { ...group(1), sum: 0, added: 0 };
  expect(tellTable(grouped, { matching: 1, withoutNumber: 1, groups: [none] }, 'en')).toBeNull();
  const least = { ...grouped, operation: 'least' } as const;
  expect(tellTable(least, { matching: 2, groups: [group(2), none] }, 'en')).toContain(
    '**c2** has the lowest',
  );
});

it('says how many groups are left out, and tells no averages without all of them', () => {
  const found = { matching: 100, groupCount: 100, groups };
  expect(tellTable(grouped, found, 'en')).toMatch(/\*\*c0\*\* has the highest .*- and 84 more/s);
  expect(tellTable({ ...grouped, operation: 'average' }, found, 'en')).toBeNull();
});

it('asks for the least groups first where those are wanted', () => {
  expect(callFor({ ...grouped, operation: 'least' })).toMatchObject({ groupBy: 'Customer', order: 'asc' });
});
