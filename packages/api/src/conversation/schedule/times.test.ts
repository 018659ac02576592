import { describe, expect, it } from 'vitest';
import { firstTime, timesAfter } from './times.ts';

const times = (cron: string, timeZone: string, after: string, count = 3) =>
  timesAfter({ cron, timeZone }, new Date(after), count).map((time) => time.toISOString().slice(0, 16));

describe('times of a schedule', () => {
  it('keep to the clock of their place over a change of its time', () => {
    expect(times('0 9 * * *', 'Europe/Berlin', '2026-10-24T00:00:00Z')).toEqual([
      '2026-10-24T07:00',
      '2026-10-25T08:00',
      '2026-10-26T08:00',
    ]);
  });

  it.each([
    // 02:30 does not exist: it comes when the clock has gone forward.
    ['Europe/Berlin', '30 2 * * *', '2026-03-28T12:00:00Z', '2026-03-29T01:00', '2026-03-30T00:30'],
    ['America/New_York', '30 2 * * *', '2027-03-13T12:00:00Z', '2027-03-14T07:00', '2027-03-15T06:30'],
    // 02:30 and 01:30 exist twice: they come the first time.
    ['Europe/Berlin', '30 2 * * *', '2026-10-24T12:00:00Z', '2026-10-25T00:30', '2026-10-26T01:30'],
    ['America/New_York', '30 1 * * *', '2026-10-31T12:00:00Z', '2026-11-01T05:30', '2026-11-02T06:30'],
  ])('in %s come once where %s is skipped or doubled', (zone, cron, after, first, second) => {
    expect(times(cron, zone, after, 2)).toEqual([first, second]);
    // And not again when the next is worked out right after it.
    expect(times(cron, zone, `${first}:00Z`, 1)).toEqual([second]);
  });

  it.each([
    ['Europe/Berlin', '30 2,14 * * *', '2026-10-25T00:30:00Z', '2026-10-25T13:30'],
    ['America/New_York', '0 1-2 * * *', '2026-11-01T05:00:00Z', '2026-11-01T07:00'],
  ])('in %s come once also from the list %s', (zone, cron, after, next) => {
    expect(times(cron, zone, after, 1)).toEqual([next]);
  });

  it('of every hour go through a doubled hour', () => {
    expect(times('0 * * * *', 'Europe/Berlin', '2026-10-24T23:10:00Z')).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ]);
  });

  it.each(['* * * * *', '*/4 * * * *', '0,3 9 * * *', '1,58 * * * *', '2,59 8,9 * * *', '59,0 23,0 * * *'])(
    'are refused when they are too close: %s',
    (cron) => {
      const making = () => firstTime({ cron, timeZone: 'UTC' }, new Date());
      expect(making).toThrow(expect.objectContaining({ key: 'scheduleTooOften' }));
    },
  );

  it.each(['*/5 * * * *', '0,5 9 * * *', '0 9 * * 1-5', '0 9 1 * *', '58,1 9 * * *'])(
    'are taken: %s',
    (cron) => {
      expect(firstTime({ cron, timeZone: 'Asia/Shanghai' }, new Date())).toBeInstanceOf(Date);
    },
  );

  it.each([
    ['0 0 30 2 *', 'UTC'],
    ['60 0 * * *', 'UTC'],
    ['0 0 * *', 'UTC'],
    ['0 0 0 * * *', 'UTC'],
    ['0 9 * * *', 'Mars/Base'],
    ['x y z a b', 'UTC'],
  ])('are refused where they mean nothing: %s in %s', (cron, timeZone) => {
    const began = performance.now();
    expect(() => firstTime({ cron, timeZone }, new Date())).toThrow(
      expect.objectContaining({ key: 'invalidInput' }),
    );
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
