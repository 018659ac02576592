import { generateNKeysBetween } from 'fractional-indexing';
import { describe, expect, it } from 'vitest';
import { arrange, type Position } from './arrange.ts';
import type { Sorted } from './place.ts';

const keys = generateNKeysBetween(null, null, 4);
const all: Sorted[] = ['a', 'b', 'c', 'd'].map((id, index) => ({ id, sort: keys[index] as string }));

/** Names in order after the arrangement. */
function order(placed: Record<string, Position>): string | null {
  const others = all.filter(({ id }) => !(id in placed));
  const changed = arrange(
    others,
    Object.entries(placed).map(([id, position]) => ({ id, position })),
  );
  if (!changed) return null;
  const sorts = new Map([...others, ...changed].map(({ id, sort }) => [id, sort]));
  expect(new Set(sorts.values()).size).toBe(sorts.size);
  return [...sorts]
    .sort(([, a], [, b]) => (a < b ? -1 : 1))
    .map(([id]) => id)
    .join('');
}

describe('arranging nodes among their siblings', () => {
  it.each<[string, Record<string, Position>, string | null]>([
    ['by a whole list of places', { a: { at: 3 }, b: { at: 2 }, c: { at: 1 }, d: { at: 0 } }, 'dcba'],
    ['by a whole list counted from 1', { a: { at: 2 }, b: { at: 1 }, c: { at: 4 }, d: { at: 3 } }, 'badc'],
    ['by one place', { d: { at: 1 } }, 'adbc'],
    ['by a place behind the end', { a: { at: 99 } }, 'bcda'],
    ['behind another', { a: { after: 'c' } }, 'bcad'],
    ['first', { c: { after: null } }, 'cabd'],
    ['by a key of a sibling: before it', { d: { key: keys[1] as string } }, 'adbc'],
    ['by any text as key', { b: { key: '!' }, c: { key: '~' } }, 'badc'],
    ['not behind what is not there', { a: { after: 'x' } }, null],
  ])('%s', (_how, placed, expected) => {
    expect(order(placed)).toBe(expected);
  });

  it('changes only the moved node', () => {
    expect(arrange(all.slice(0, 3), [{ id: 'd', position: { at: 1 } }])?.map(({ id }) => id)).toEqual(['d']);
  });
});
