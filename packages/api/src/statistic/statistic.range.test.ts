import { describe, expect, it } from 'vitest';
import { piecesOf, rangeBefore, rangeOf } from './statistic.range.ts';

describe('the range that was asked for', () => {
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

describe('a range is taken apart', () => {
  const range = { from: '2026-01-20', to: '2026-04-10' };
  it('into what was summed up and what came since', () => {
    expect(piecesOf(range, '2026-04-08')).toEqual({
      months: { from: '2026-02-01', to: '2026-04-01' },
      days: [
        { from: '2026-01-20', to: '2026-01-31' },
        { from: '2026-04-01', to: '2026-04-08' },
      ],
      recent: { from: '2026-04-09', to: '2026-04-10' },
    });
  });
  it('into months alone', () => {
    expect(piecesOf({ from: '2025-12-01', to: '2026-01-31' }, '2026-02-05')).toEqual({
      months: { from: '2025-12-01', to: '2026-02-01' },
      days: [],
      recent: null,
    });
  });
  it('into days alone, within a month or across two', () => {
    for (const days of [
      { from: '2026-01-02', to: '2026-01-30' },
      { from: '2026-01-02', to: '2026-02-27' },
    ])
      expect(piecesOf(days, '2026-03-05')).toEqual({ months: null, days: [days], recent: null });
  });
  it('into nothing but what came since, where nothing was summed up', () => {
    const recent = { months: null, days: [], recent: range };
    expect(piecesOf(range, null)).toEqual(recent);
    expect(piecesOf(range, '2026-01-19')).toEqual(recent);
  });
});
