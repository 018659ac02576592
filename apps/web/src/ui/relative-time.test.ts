import { describe, expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-05-05T12:00:00Z');
const ago = (seconds: number) => new Date(now - seconds * 1000);

describe('relative times', () => {
  it('use the largest unit that fits', () => {
    expect(relativeTime(ago(5), 'en', now)).toBeNull();
    expect(relativeTime(ago(125), 'en', now)).toBe('2 min. ago');
    expect(relativeTime(ago(3 * 3600), 'en', now)).toBe('3 hr. ago');
    expect(relativeTime(ago(86_400), 'en', now)).toBe('yesterday');
    expect(relativeTime(ago(40 * 86_400), 'en', now)).toBe('last mo.');
    expect(relativeTime(ago(125), 'zh-CN', now)).toBe('2分钟前');
  });

  it('never lie in the future when clocks differ', () => {
    expect(relativeTime(ago(-30), 'en', now)).toBeNull();
  });
});
