import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** The exact behaviours owed so far: each is named by at least one test, as in `C22: …`. */
const owed = [...Array.from({ length: 37 }, (_, index) => `C${index + 1}`), 'C38', 'C40', 'C41'];

const root = path.resolve(import.meta.dirname, '../..');
const files = globSync('{packages,apps,tests}/**/*.{test,spec}.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
});

const namesById = new Map<string, string[]>();
for (const file of files) {
  const text = readFileSync(path.join(root, file), 'utf8');
  for (const [, name = ''] of text.matchAll(
    /\b(?:it|test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*['"`]((?:C\d+(?:, )?)+: )/g,
  ))
    for (const [id] of name.matchAll(/C\d+/g)) namesById.set(id, [...(namesById.get(id) ?? []), file]);
}

describe('every required behaviour has a test that names it', () => {
  it.each(owed)('%s', (id) => {
    expect(namesById.get(id) ?? []).not.toEqual([]);
  });
});
