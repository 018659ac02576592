import { describe, expect, it } from 'vitest';
import { keyAfter, keyBefore, placeAfter, type Sorted } from './place.ts';

/** Siblings in order after `placed` was applied. */
function after(siblings: readonly Sorted[], placed: readonly Sorted[] | null): string[] {
  const sorts = new Map([...siblings, ...(placed ?? [])].map(({ id, sort }) => [id, sort]));
  return [...sorts].toSorted(([, a], [, b]) => (a < b ? -1 : 1)).map(([id]) => id);
}

const abc: Sorted[] = [
  { id: 'a', sort: 'a0' },
  { id: 'b', sort: 'a1' },
  { id: 'c', sort: 'a2' },
];

describe('placing among siblings', () => {
  it.each([
    [null, ['x', 'a', 'b', 'c']],
    ['a', ['a', 'x', 'b', 'c']],
    ['b', ['a', 'b', 'x', 'c']],
    ['c', ['a', 'b', 'c', 'x']],
  ])('behind %s', (afterId, order) => {
    const placed = placeAfter(abc, 'x', afterId);
    expect(placed).toHaveLength(1);
    expect(after(abc, placed)).toEqual(order);
  });

  it('handles an empty list', () => {
    expect(placeAfter([], 'x', null)).toEqual([{ id: 'x', sort: 'a0' }]);
  });

  it('returns null for an unknown sibling', () => {
    expect(placeAfter(abc, 'x', 'elsewhere')).toBeNull();
  });

  it('renumbers everyone where two keys are equal', () => {
    const equal = abc.map((sibling) => ({ ...sibling, sort: 'a0' }));
    expect(after(equal, placeAfter(equal, 'x', 'a'))).toEqual(['a', 'x', 'b', 'c']);
  });

  it('keeps keys short however often the same gap is used', () => {
    let siblings = abc;
    for (let i = 0; i < 2_000; i++) {
      const placed = placeAfter(siblings, `x${i}`, 'a') as Sorted[];
      const sorts = new Map([...siblings, ...placed].map(({ id, sort }) => [id, sort]));
      siblings = [...sorts]
        .map(([id, sort]) => ({ id, sort }))
        .toSorted((a, b) => (a.sort < b.sort ? -1 : 1));
    }
    expect(Math.max(...siblings.map(({ sort }) => sort.length))).toBeLessThanOrEqual(64);
    expect(siblings.map(({ id }) => id).slice(0, 3)).toEqual(['a', 'x1999', 'x1998']);
  });
});

it('makes keys before and after all others, in byte order', () => {
  let first = keyBefore(null);
  let last = keyAfter(first);
  for (let i = 0; i < 5_000; i++) {
    const [before, behind] = [keyBefore(first), keyAfter(last)];
    expect(before < first && behind > last).toBe(true);
    [first, last] = [before, behind];
  }
  expect(first.length).toBeLessThan(8);
});
