import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RecentFailures } from './recent-failures.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('recent failures', () => {
  it('are remembered for a while, from the last failure', () => {
    const failures = new RecentFailures();
    failures.add('a');
    vi.advanceTimersByTime(10 * 60_000);
    expect([failures.has('a'), failures.has('b')]).toEqual([true, false]);
    failures.add('a');
    vi.advanceTimersByTime(10 * 60_000);
    expect(failures.has('a')).toBe(true);
    vi.advanceTimersByTime(6 * 60_000);
    expect(failures.has('a')).toBe(false);
  });

  it('are bounded to the newest', () => {
    const failures = new RecentFailures();
    for (let n = 0; n <= 10_000; n += 1) failures.add(String(n));
    expect([failures.has('0'), failures.has('1'), failures.has('10000')]).toEqual([false, true, true]);
  });
});
