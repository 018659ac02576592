import { daysIn, plusDays } from '@tandem/shared/statistic/schema';
import { describe, expect, it } from 'vitest';
import { type DayRange, type Pieces, piecesOf, rangeBefore, rangeOf } from './range.ts';

describe('a requested range', () => {
  it.each([
    [{}, '2026-03-02', '2026-03-31'],
    [{ to: '2026-01-30' }, '2026-01-01', '2026-01-30'],
    [{ from: '2026-03-30' }, '2026-03-30', '2026-03-31'],
    [{ from: '2027-01-01' }, '2027-01-01', '2027-01-01'],
    [{ from: '2024-02-29', to: '2024-02-29' }, '2024-02-29', '2024-02-29'],
  ])('%j', (asked, from, to) => {
    expect(rangeOf(asked, '2026-03-31')).toEqual({ from, to });
  });
  it.each([[{ from: '2026-02-01', to: '2026-01-31' }], [{ from: '2025-01-01', to: '2026-01-02' }]])(
    'is refused: %j',
    (asked) => {
      expect(() => rangeOf(asked, '2026-03-31')).toThrow(expect.objectContaining({ key: 'invalidInput' }));
    },
  );
});

it('the range before is as long and ends on the day before', () => {
  expect(rangeBefore({ from: '2026-03-01', to: '2026-03-07' })).toEqual({
    from: '2026-02-22',
    to: '2026-02-28',
  });
});

describe('splitting a range', () => {
  const range = { from: '2026-01-20', to: '2026-04-10' };
  const nothing = { months: null, days: [], without: [], recent: null };
  it('yields summed months and the days since, and an unfinished month so far', () => {
    expect(piecesOf(range, '2026-04-08')).toEqual({
      months: { from: '2026-02-01', to: '2026-05-01' },
      days: [{ from: '2026-01-20', to: '2026-01-31' }],
      without: [],
      recent: { from: '2026-04-09', to: '2026-04-10' },
    });
  });
  it('yields only months', () => {
    const range = { from: '2025-12-01', to: '2026-01-31' };
    for (const mark of ['2026-01-31', '2026-02-05'])
      expect(piecesOf(range, mark)).toEqual({ ...nothing, months: { from: '2025-12-01', to: '2026-02-01' } });
  });
  it('yields only days where few days of a month are requested', () => {
    const days = [
      { from: '2026-01-20', to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-02-14' },
    ];
    expect(piecesOf({ from: '2026-01-20', to: '2026-02-14' }, '2026-03-05')).toEqual({ ...nothing, days });
    const within = { from: '2026-01-10', to: '2026-01-20' };
    expect(piecesOf(within, '2026-03-05')).toEqual({ ...nothing, days: [within] });
  });
  it('yields months minus the other days where most are requested', () => {
    expect(piecesOf({ from: '2026-01-03', to: '2026-02-25' }, '2026-03-05')).toEqual({
      ...nothing,
      months: { from: '2026-01-01', to: '2026-03-01' },
      without: [
        { from: '2026-01-01', to: '2026-01-02' },
        { from: '2026-02-26', to: '2026-02-28' },
      ],
    });
    expect(piecesOf({ from: '2026-01-02', to: '2026-01-30' }, '2026-03-05')).toEqual({
      ...nothing,
      months: { from: '2026-01-01', to: '2026-02-01' },
      without: [
        { from: '2026-01-01', to: '2026-01-01' },
        { from: '2026-01-31', to: '2026-01-31' },
      ],
    });
  });
  it('counts every day once', () => {
    for (let start = 0; start < 40; start += 3)
      for (let length = 1; length < 100; length += 11)
        for (const mark of ['2026-02-10', '2026-02-28', '2026-03-01', '2026-06-30']) {
          const from = plusDays('2026-01-01', start);
          const asked = { from, to: plusDays(from, length - 1) };
          expect(countedDays(piecesOf(asked, mark), mark)).toEqual(listDays(asked));
        }
  });
  it('yields only recent days where nothing was summed up', () => {
    const recent = { ...nothing, recent: range };
    expect(piecesOf(range, null)).toEqual(recent);
    expect(piecesOf(range, '2026-01-19')).toEqual(recent);
  });
});

function listDays(range: DayRange): string[] {
  return Array.from({ length: Math.max(daysIn(range), 0) }, (_, day) => plusDays(range.from, day));
}

/** Days covered by the pieces; months end with the last aggregated day. */
function countedDays({ months, days, without, recent }: Pieces, mark: string): string[] {
  const counts = new Map<string, number>();
  const add = (range: DayRange, by: number) => {
    for (const day of listDays(range)) counts.set(day, (counts.get(day) ?? 0) + by);
  };
  if (months) {
    const last = plusDays(months.to, -1);
    add({ from: months.from, to: mark < last ? mark : last }, 1);
  }
  for (const piece of days) add(piece, 1);
  for (const piece of without) add(piece, -1);
  if (recent) add(recent, 1);
  return [...counts].flatMap(([day, count]) => Array<string>(Math.abs(count)).fill(day)).toSorted();
}
