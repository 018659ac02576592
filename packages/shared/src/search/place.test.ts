import { describe, expect, it } from 'vitest';
import { seekPlace } from './place.ts';

function placeOf(text: string, query: string): string | null {
  const seeking = seekPlace(text, query);
  for (;;) {
    const { done, value } = seeking.next();
    if (done) return value === null ? null : text.slice(value, value + 12);
  }
}

describe('seekPlace', () => {
  const far = 'the river, '.repeat(2_000);

  it.each([
    ['one heron two heron', 'heron', 'heron two he'],
    [`${far}where the heron lands`, 'the heron', 'the heron la'],
    [`${far}heron`, 'heron', 'heron'],
    [`heron${' '.repeat(900)}the heron`, 'the heron', 'the heron'],
    // Nowhere together: the first of them.
    [`heron${' '.repeat(9_000)}river`, 'river heron', `heron${' '.repeat(7)}`],
    [`${far}我们讨论搜索功能`, '搜索', '搜索功能'],
    ['nothing', 'heron', null],
    ['', 'heron', null],
  ])('%#', (text, query, expected) => expect(placeOf(text, query)).toBe(expected));

  it('takes linear time', () => {
    const before = process.cpuUsage();
    placeOf('a '.repeat(100_000), 'a b c');
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
