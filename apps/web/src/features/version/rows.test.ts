import type { BlockHead, DifferenceChange, DifferenceEntry } from '@tandem/shared/version/difference';
import { describe, expect, it } from 'vitest';
import { ordinals, rowsOf, stops } from './rows.ts';

const head = (type: BlockHead['type'] = 'paragraph', depth = 0): BlockHead => ({
  id: 'a',
  type,
  props: {},
  depth,
});
const entry = (change: DifferenceChange): DifferenceEntry => ({ change, before: head(), after: head() });
const shape = (changes: DifferenceChange[], opened: number[] = []) =>
  rowsOf(changes.map(entry), new Set(opened)).map((row) =>
    row.kind === 'gap' ? `${row.index}+${row.count}` : row.stop === null ? row.index : `#${row.stop}`,
  );

describe('the rows of a comparison', () => {
  const same = (count: number) => Array.from({ length: count }, () => 'same' as const);
  it('hide unchanged blocks except those next to a change', () => {
    expect(shape([...same(6), 'added', ...same(7), 'changed', 'removed', ...same(5)])).toEqual([
      ...['0+5', 5, '#0', 7, '8+5', 13, '#1', 15, 16, '17+4'],
    ]);
    expect(shape(['added', ...same(4), 'removed'])).toEqual(['#0', 1, 2, 3, 4, '#1']);
  });
  it('show them on request, and where nothing changed at all', () => {
    expect(shape([...same(6), 'added'], [0])).toEqual([0, 1, 2, 3, 4, 5, '#0']);
    expect(shape(same(6))).toEqual([0, 1, 2, 3, 4, 5]);
  });
  it('have as many stops as there are runs of changes', () => {
    expect(stops((['added', 'removed', 'same', 'movedTo'] as const).map(entry))).toBe(2);
  });
  it('number lists separately on each side', () => {
    const item = head('numberedListItem');
    const entries: DifferenceEntry[] = [
      { change: 'same', before: item, after: item },
      { change: 'removed', before: item, after: null },
      { change: 'same', before: head('numberedListItem', 1), after: head('numberedListItem', 1) },
      { change: 'same', before: item, after: item },
      { change: 'same', before: head(), after: head() },
      { change: 'same', before: item, after: item },
    ];
    expect([...ordinals(entries, 'before').values()]).toEqual([1, 2, 1, 3, 1]);
    expect([...ordinals(entries, 'after').values()]).toEqual([1, 1, 2, 1]);
  });
});
