import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderOf, root, sourcesBelow } from './imports.ts';

const base = 'packages/api/src';
const WRITE =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)'|(?:insert into|delete from|(?<!do |for )update) "(\w+)"/g;

/** Each table's writers, by area. */
function writers(): Map<string, Map<string, string[]>> {
  const tables = new Map<string, Map<string, string[]>>();
  for (const file of sourcesBelow(base)) {
    const area = folderOf(file, base, 1) ?? '';
    for (const [, built, plain] of readFileSync(path.join(root, file), 'utf8').matchAll(WRITE)) {
      const table = (built ?? plain) as string;
      const areas = tables.get(table) ?? new Map<string, string[]>();
      areas.set(area, [...(areas.get(area) ?? []), file]);
      tables.set(table, areas);
    }
  }
  return tables;
}

it('each table is written by one area', () => {
  const tables = writers();
  expect(tables.size).toBeGreaterThan(40);
  const shared = [...tables]
    .filter(([, areas]) => areas.size > 1)
    .map(([table, areas]) => `${table}: ${[...new Set([...areas.values()].flat())].join(', ')}`);
  expect(shared).toEqual([]);
});
