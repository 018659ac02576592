import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const source = path.resolve(import.meta.dirname, '..');
/** Namespaces that are always loaded. */
const always = ['common', 'error'];
const lazyParts =
  /lazyPart(?:<[^(]*>)?\(\s*'([\w-]+)',\s*\(\)(?:: Promise<[^=]*>)? =>\s*import\('([^']+)'\),?\s*(?:\[([^\]]*)\])?/g;

/** Files that register screens; parts within a screen may load further namespaces. */
const tables = ['app/screens.ts', 'app/channel-screens.ts', 'screens/document/parts.ts'];
const screens = tables.flatMap((table) =>
  [...read(path.join(source, table)).matchAll(lazyParts)].map(([, name, target = '', words = '']) => ({
    name,
    file: path.resolve(source, path.dirname(table), target),
    words: namesIn(words),
  })),
);

describe('a screen’s language files', () => {
  it('are found by this test', () => {
    expect(screens.length).toBeGreaterThan(20);
  });

  it.each(screens)('$name declares the namespaces it uses', ({ file, words }) => {
    const said = new Set([...reach(file)].flatMap((each) => saidIn(read(each))));
    for (const each of always) said.delete(each);
    expect(words).toEqual([...said].sort());
  });
});

function read(file: string): string {
  return readFileSync(file, 'utf8');
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
}

function saidIn(text: string): string[] {
  const hooks = [...text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, names = '']) => namesIn(names));
  const calls = [...text.matchAll(/\bt\('(\w+):/g)].map(([, name = '']) => name);
  return [...hooks, ...calls];
}

/** A source file and all of ours that it imports at once. */
function reach(from: string): Set<string> {
  const found = new Set([from]);
  for (const file of found) {
    for (const [, target = ''] of read(file).matchAll(
      /^(?:import|export)(?! type)[^;'"]*?['"](\.[^'"]+\.tsx?)['"]/gm,
    )) {
      const imported = path.resolve(path.dirname(file), target);
      if (existsSync(imported)) found.add(imported);
    }
  }
  return found;
}
