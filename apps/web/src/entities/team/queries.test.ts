import { expect, it } from 'vitest';
import { withEntry } from './queries.ts';

const page = (list: { id: number; name: string }[]) => ({ list, nextCursor: null });
const data = {
  pages: [page([{ id: 1, name: 'Ada' }]), page([{ id: 2, name: 'Bea' }])],
  pageParams: ['', '1'],
};

it('one entry of a paged list changes or goes, the others stay', () => {
  expect(withEntry(data, 2, { id: 2, name: 'Beatrice' })?.pages[1]?.list).toEqual([
    { id: 2, name: 'Beatrice' },
  ]);
  expect(withEntry(data, 1, null)?.pages.map(({ list }) => list.length)).toEqual([0, 1]);
  expect(withEntry(data, 3, null)?.pages).toEqual(data.pages);
  expect(withEntry(undefined, 1, null)).toBeUndefined();
});
