import type { Source } from '@tandem/shared/dataset/source';
import { describe, expect, it } from 'vitest';
import { changedPages, isOlder } from './list.ts';

const source = (name: string, change: Partial<Source> = {}): Source => ({
  ...{
    id: `id-${name}`,
    datasetId: 'd',
    parentId: null,
    kind: 'file',
    name,
    sortKey: name,
    status: 'ready',
    problem: null,
  },
  ...{ file: null, hash: 'h', pages: 4, done: 4, scans: 0, recognised: 0, isOutdated: false },
  ...{ url: null, refreshHours: null, fetchedAt: null },
  ...{ documentId: null, creatorId: 1, createdAt: new Date(0), changedAt: new Date(0), revision: 1 },
  ...change,
});
const folder = (name: string) => source(name, { kind: 'folder', hash: null, pages: null, done: 0 });
const top = { parentId: null };
const pages = (nextCursor: string | null) => [
  { list: [folder('Z'), source('b')], nextCursor: 'c' },
  { list: [source('d'), source('f')], nextCursor },
];
const names = (changed: ReturnType<typeof changedPages>) =>
  changed.map(({ list }) => list.map(({ name }) => name).join(''));

describe('pages of sources', () => {
  it('take new sources at their place, folders first', () => {
    const sources = [source('c'), folder('A'), source('g'), source('a')];
    expect(names(changedPages(pages(null), { sources, removed: [] }, top))).toEqual(['AZab', 'cdfg']);
  });

  it('leave out what belongs behind the last page', () => {
    const change = { sources: [source('e'), source('g')], removed: [] };
    expect(names(changedPages(pages('more'), change, top))).toEqual(['Zb', 'def']);
  });

  it('move a renamed source, and drop removed ones and those that went to another folder', () => {
    const sources = [source('d', { name: 'a', sortKey: 'a' }), source('b', { parentId: 'id-Z' })];
    const once = changedPages(pages(null), { sources, removed: ['id-f', 'id-unknown'] }, top);
    expect(names(once)).toEqual(['Z', 'a']);
    expect(changedPages(once, { sources, removed: ['id-f'] }, top)).toEqual(once);
  });

  it('of one state keep only sources in it, from all folders', () => {
    const failed = { parentId: null, status: 'failed' } as const;
    const held = [{ list: [source('b', { status: 'failed' })], nextCursor: null }];
    const sources = [
      source('a', { status: 'failed', parentId: 'id-Z' }),
      source('b', { status: 'reading' }),
      folder('Q'),
    ];
    expect(names(changedPages(held, { sources, removed: [] }, failed))).toEqual(['a']);
  });

  it('keep what is newer than a late response', () => {
    const held = [{ list: [source('b', { status: 'reading', done: 3 })], nextCursor: null }];
    const late = source('b', { status: 'queued', done: 0 });
    expect(changedPages(held, { sources: [late], removed: [] }, top)).toEqual(held);
  });
});

describe('the older of two copies of a source', () => {
  const reading = source('b', { status: 'reading', done: 3 });
  it.each([
    ['fewer pages read', source('b', { status: 'reading', done: 2 }), reading, true],
    ['more pages read', source('b', { status: 'reading', done: 4 }), reading, false],
    ['fewer pictures read', source('b', { recognised: 1 }), source('b', { recognised: 2 }), true],
    ['more pictures read', source('b', { recognised: 3 }), source('b', { recognised: 2 }), false],
    ['not finished after it was', source('b', { status: 'reading' }), source('b'), true],
    ['tried again', source('b', { status: 'queued' }), source('b', { status: 'failed' }), false],
    ['an earlier name', source('b'), source('c', { revision: 2 }), true],
    ['a new content', source('b', { revision: 2, done: 0, hash: 'n' }), source('b'), false],
    ['unknown so far', reading, undefined, false],
  ])('%s', (_, incoming, held, older) => {
    expect(isOlder(incoming, held)).toBe(older);
  });
});
