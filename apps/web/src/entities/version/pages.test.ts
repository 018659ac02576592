import type { Version } from '@tandem/shared/version/schema';
import { describe, expect, it } from 'vitest';
import { changedPages } from './pages.ts';

const version = (n: number, wordCount = n): Version => ({
  ...{ id: `v${n}`, documentId: 'd', cause: 'automatic', name: '', author: null, wordCount },
  createdAt: new Date(n * 1_000),
  abilities: { rename: true, restore: true, remove: true },
});
const listed = (n: number, before: number | null) => ({ ...version(n), wordsBefore: before });
const pages = (nextCursor: string | null) => [
  { list: [listed(9, 7), listed(7, 5)], nextCursor: 'c' },
  { list: [listed(5, 3), listed(3, nextCursor ? 1 : null)], nextCursor },
];
const shape = (changed: ReturnType<typeof changedPages>) =>
  changed.map(({ list }) => list.map(({ id, name, wordsBefore }) => `${id}${name} ${wordsBefore}`));

describe('pages of versions', () => {
  it('insert an entry at its place, each compared to its predecessor', () => {
    const changed = changedPages(pages(null), {
      versions: [version(10), version(6), version(1)],
      removed: [],
    });
    expect(shape(changed)).toEqual([
      ['v10 9', 'v9 7', 'v7 6'],
      ['v6 5', 'v5 3', 'v3 1', 'v1 null'],
    ]);
  });

  it('rename and remove loaded versions, idempotently', () => {
    const news = { versions: [{ ...version(5), name: '!' }], removed: ['v7', 'v0'] };
    const once = changedPages(pages(null), news);
    expect(shape(once)).toEqual([['v9 5'], ['v5! 3', 'v3 null']]);
    expect(changedPages(once, news)).toEqual(once);
  });

  it('ignore a version older than all loaded ones while there is more', () => {
    const changed = changedPages(pages('more'), { versions: [version(2)], removed: [] });
    expect(shape(changed)).toEqual([
      ['v9 7', 'v7 5'],
      ['v5 3', 'v3 1'],
    ]);
  });
});
