import { describe, expect, it } from 'vitest';
import { daysOf, isRange, lastDays } from './range.ts';

describe('a period', () => {
  it('of several days ends today', () => {
    const range = lastDays(7, Date.parse('2026-03-03T22:00:00Z'));
    expect(range).toEqual({ from: '2026-02-25', to: '2026-03-03' });
    expect(daysOf(range)).toHaveLength(7);
  });

  it('begins before it ends, and is at most a year long', () => {
    expect(isRange({ from: '2026-03-02', to: '2026-03-01' })).toBe(false);
    expect(isRange({ from: '2020-03-02', to: '2026-03-01' })).toBe(false);
    expect(isRange({ from: '', to: '2026-03-01' })).toBe(false);
    expect(isRange({ from: '2026-03-01', to: '2026-03-01' })).toBe(true);
  });
});
