import { describe, expect, it } from 'vitest';
import { cronOf, patternOf } from './pattern.ts';

describe('a choice of times', () => {
  it.each([
    ['30 9 * * *', 'day'],
    ['0 18 * * 1-5', 'weekday'],
    ['5 7 * * 0', 'week'],
    ['0 0 31 * *', 'month'],
    ['*/15 * * * *', 'custom'],
    ['0 9 1 * 1', 'custom'],
  ])('%s is read as %s and written the same', (cron, rhythm) => {
    const pattern = patternOf(cron);
    expect(pattern.rhythm).toBe(rhythm);
    expect(cronOf(pattern)).toBe(cron);
  });

  it('is nothing while its time is not complete', () => {
    expect(cronOf({ ...patternOf('0 9 * * *'), time: '' })).toBe('');
  });
});
