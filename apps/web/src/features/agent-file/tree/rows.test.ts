import type { AgentFile } from '@tandem/shared/agent/schema';
import { expect, it } from 'vitest';
import { foldersAbove, rowsOf } from './rows.ts';

function entry(path: string, type: AgentFile['type']): AgentFile {
  return { name: path.split('/').at(-1) ?? '', path, type, size: 1, change: null, modifiedAt: null };
}

const lists = new Map([
  ['', [entry('data', 'folder'), entry('a.md', 'file')]],
  ['data', [entry('data/old', 'folder'), entry('data/sales.csv', 'file')]],
]);

it('shows what open folders hold below them', () => {
  const rows = rowsOf(lists, new Set(['data']));
  expect(rows.map(({ file, depth }) => `${depth} ${file.path}`)).toEqual([
    '0 data',
    '1 data/old',
    '1 data/sales.csv',
    '0 a.md',
  ]);
});

it('says which open folder is still being loaded', () => {
  const rows = rowsOf(lists, new Set(['data', 'data/old']));
  expect(rows.filter(({ isLoading }) => isLoading).map(({ file }) => file.path)).toEqual(['data/old']);
});

it('names the folders above a path', () => {
  expect(foldersAbove('a/b/c.txt')).toEqual(['a', 'a/b']);
  expect(foldersAbove('c.txt')).toEqual([]);
});
