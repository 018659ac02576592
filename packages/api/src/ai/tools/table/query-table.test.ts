import { expect, it } from 'vitest';
import { rowPagesOf } from '../../../content/file/extraction/read/rows.ts';
import { queryTableTool } from './query-table.ts';

const page = (id: string, lines: readonly string[]) => ({ id, label: 'Costs, 1–4', text: lines.join('\n') });

const sheet = [
  page('1.1', ['| | A | B | C |', '| 1 | Place | Kind | Cost |', '| 2 | Oslo | Chair | 12.5 |']),
  page('1.2', ['| | A | B | C |', '| 3 | Bergen | Chair | 1,000 |', '| 4 | Oslo | Desk | none |']),
];

const query = (input: Record<string, unknown>, pages = sheet) =>
  queryTableTool.execute(
    { source: 1, ...input },
    { sources: { rows: async () => pages } } as never,
    { signal: new AbortController().signal } as never,
  );

it('filters rows and adds up a column, saying which cells hold no number', async () => {
  expect(await query({ where: [{ column: 'Place', is: '=', value: 'oslo' }], sum: 'Cost' })).toMatchObject({
    matching: 2,
    sum: 12.5,
    rows: [
      { page: '1.1', row: 2 },
      { page: '1.2', row: 4 },
    ],
  });
});

it('groups rows by a column, by its name or its letter', async () => {
  const { groups } = (await query({ groupBy: 'B', sum: 'C' })) as { groups: object[] };
  expect(groups).toMatchObject([
    { value: 'Chair', rows: 2, sum: 1_012.5 },
    { value: 'Desk', rows: 1, sum: 0 },
  ]);
});

it('sorts by numbers, and tells the average, the least and the greatest', async () => {
  const sorted = await query({ sortBy: 'Cost', order: 'desc', sum: 'Cost' });
  expect(sorted).toMatchObject({ average: 506.25, least: 12.5, greatest: 1_000 });
  expect((sorted as { rows: { row: number }[] }).rows.map(({ row }) => row)).toEqual([3, 2, 4]);
});

it('adds up all groups, however many, before it tells the greatest or the least', async () => {
  const rows = Array.from({ length: 100 }, (_, at) => `| ${at + 2} | c${at} | ${at + 1} |`);
  const many = [
    page('1.1', ['| 1 | Customer | Spent |', ...rows, '| 102 | c1 | 1 |', '| 103 | odd | none |']),
  ];
  const asked = { groupBy: 'Customer', sum: 'Spent' };
  expect(await query(asked, many)).toMatchObject({
    ...{ groupCount: 101, more: true, matching: 102, withoutNumber: 1 },
    groups: expect.objectContaining({ 0: expect.objectContaining({ value: 'c99', sum: 100 }), length: 60 }),
  });
  const first = async (input: object) =>
    ((await query({ groupBy: 'Customer', ...input }, many)) as { groups: { value: string }[] }).groups[0]
      ?.value;
  expect(await first({ sum: 'Spent', order: 'asc' })).toBe('c0');
  expect(await first({})).toBe('c1');
  expect(await first({ sum: 'Spent', sortBy: 'Customer', order: 'desc' })).toBe('odd');
});

it('adds up fractions exactly, however small', async () => {
  const fractions = [
    page('1.1', [
      '| 1 | Rows | Sum |',
      '| 2 | a | 0.1 |',
      '| 3 | a | 0.2 |',
      '| 4 | b | 1.5e-7 |',
      '| 5 | b | 1e-7 |',
    ]),
  ];
  expect(await query({ groupBy: 'Rows', sum: 'Sum' }, fractions)).toMatchObject({
    groupedBy: 'Rows',
    groups: [
      { value: 'a', rows: 2, sum: 0.3 },
      { value: 'b', rows: 2, sum: 2.5e-7 },
    ],
  });
});

it('keeps cells with bars whole', async () => {
  const cell = (column: number, text: string, row: number) => ({ row, column, text });
  const [written] = rowPagesOf('', [
    [cell(0, 'Part', 0), cell(1, 'Cost', 0)],
    [cell(0, 'bolt | nut', 1), cell(1, '7', 1)],
  ]);
  const bars = [{ id: '1.1', label: '1–2', text: written?.text ?? '' }];
  expect(await query({ groupBy: 'Part', sum: 'Cost' }, bars)).toMatchObject({
    groups: [{ value: 'bolt | nut', sum: 7 }],
  });
});

it('names the columns when one is asked for that is not there', async () => {
  await expect(query({ groupBy: 'Colour' })).rejects.toThrow('The columns are: Place, Kind, Cost');
});

it('lets others work while it goes through a long sheet', async () => {
  const rows = Array.from({ length: 80_000 }, (_, at) => `| ${at + 2} | x${at % 7} | ${at}.5 |`);
  const where = Array.from({ length: 10 }, () => ({ column: 'b', is: '>=', value: '0' }));
  let longest = 0;
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user - before.user) / 1_000);
    before = now;
  }, 1);
  await query({ where, sum: 'b' }, [page('1.1', ['| 1 | a | b |', ...rows])]);
  clearInterval(timer);
  expect(longest).toBeLessThan(250);
});

it('tells a model a bounded number of columns', async () => {
  const header = `| 1 | ${'long name '.repeat(100_000)} |`;
  const error = await query({ groupBy: 'Colour' }, [page('1.1', [header])]).catch((thrown: Error) => thrown);
  expect((error as Error).message.length).toBeLessThan(3_000);
});

it('reads numbers as their column writes them, and tells what could be read in two ways', async () => {
  const german = [
    page('1.1', ['| 1 | Was | Betrag | Menge |', '| 2 | a | 1.000 | 2.000 |', '| 3 | b | 0,5 | 3.000 |']),
  ];
  expect(await query({ sum: 'Betrag' }, german)).toMatchObject({ sum: 1_000.5, added: 2 });
  expect(await query({ sum: 'Betrag' }, german)).not.toHaveProperty('ambiguous');
  const where = [{ column: 'Betrag', is: '>', value: 900 }];
  expect(await query({ where }, german)).toMatchObject({ matching: 1 });
  expect(await query({ sum: 'Menge' }, german)).toMatchObject({
    sum: 5,
    ambiguous: [expect.stringContaining('"2.000" in the column "Menge" was read as 2')],
  });
});
