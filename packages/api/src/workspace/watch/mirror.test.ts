import { textOf } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import type { MessageRow } from '../../content/message/row.ts';
import { type Delta, Mirror } from './mirror.ts';

function row(n: number, text: string): MessageRow {
  return {
    id: 'm',
    turnId: 't',
    status: 'running',
    n,
    parts: [{ type: 'text', text }],
  } as unknown as MessageRow;
}
const delta = (n: number): Delta => ({ n, changes: [{ op: 'append', index: 0, text: `${n} ` }] });
const textIn = (mirror: Mirror) => textOf(mirror.snapshot().parts);

describe('the mirror of a running message', () => {
  it('applies deltas in any order, each once', () => {
    const mirror = new Mirror(row(0, ''));
    for (const n of [1, 3, 2, 2, 5, 1]) mirror.take(delta(n));
    expect(textIn(mirror)).toBe('1 2 3 ');
    expect(mirror).toMatchObject({ n: 3, hasGap: true });
    mirror.take(delta(4));
    expect(textIn(mirror)).toBe('1 2 3 4 5 ');
    expect(mirror).toMatchObject({ n: 5, hasGap: false });
  });

  it('closes a gap from the database, and continues with early deltas', () => {
    const mirror = new Mirror(row(0, ''));
    for (const n of [1, 5, 6]) mirror.take(delta(n));
    expect(mirror.replace(row(4, 'saved '))).toBe(true);
    expect(textIn(mirror)).toBe('saved 5 6 ');
    expect(mirror).toMatchObject({ n: 6, hasGap: false });
  });

  it('is not reset by an older save', () => {
    const mirror = new Mirror(row(0, ''));
    for (const n of [1, 2, 3]) mirror.take(delta(n));
    expect(mirror.replace(row(2, 'old '))).toBe(false);
    expect(textIn(mirror)).toBe('1 2 3 ');
  });

  it('keeps a bounded number of recent deltas for readers that lag', () => {
    const mirror = new Mirror(row(0, ''));
    for (let n = 1; n <= 3_000; n++) mirror.take(delta(n));
    expect(mirror.since(2_998)?.map(({ n }) => n)).toEqual([2_999, 3_000]);
    expect(mirror.since(3_000)).toEqual([]);
    expect(mirror.since(10)).toBeNull();
    expect(mirror.since(2_000)).toHaveLength(1_000);
  });

  it('sends nothing from before a save that it skipped to', () => {
    const mirror = new Mirror(row(0, ''));
    mirror.take(delta(1));
    mirror.replace(row(4, 'saved '));
    mirror.take(delta(5));
    expect(mirror.since(1)).toBeNull();
    expect(mirror.since(4)).toHaveLength(1);
  });
});
