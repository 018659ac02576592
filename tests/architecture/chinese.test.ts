import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../packages/shared/locales/zh-CN');

/** Placeholders for digits, a date, a sign or an amount. */
const numbers = [
  ...['added', 'amount', 'at', 'count', 'credits', 'date', 'depth', 'documents', 'done', 'enabled', 'files'],
  ...['held', 'icon', 'input', 'left', 'level', 'megabytes', 'megapixels', 'minutes', 'missing', 'most'],
  ...['number', 'of', 'on', 'output', 'percent', 'place', 'prices', 'seconds', 'shown', 'side', 'size'],
  ...['spent', 'time', 'until', 'used', 'waiting', 'window'],
];
/** Placeholders in Latin letters: addresses, and names of programs or standards. */
const latin = [
  ...[
    'address',
    'browser',
    'code',
    'domains',
    'email',
    'host',
    'invited',
    'method',
    'system',
    'to',
    'variable',
  ],
];
const maySpace = new Set([...numbers, ...latin]);

const BESIDE = String.raw`[\p{Script=Han}，。：；、！？（）“”‘’《》…]`;
const SPACED = new RegExp(
  String.raw`${BESIDE} +\{\{-?\s*(?<after>\w+)|\{\{-?\s*(?<before>\w+)[^}]*\}\} +(?=${BESIDE})`,
  'gu',
);

/** The placeholders of a sentence with a space between them and Chinese text. */
function spacedBlanks(text: string): string[] {
  return [...text.matchAll(SPACED)].map(({ groups }) => groups?.after ?? groups?.before ?? '');
}

function sentences(value: unknown, key = ''): [key: string, text: string][] {
  if (typeof value === 'string') return [[key, value]];
  return Object.entries(value as object).flatMap(([name, each]) =>
    sentences(each, key ? `${key}.${name}` : name),
  );
}

describe('Chinese around interpolated values', () => {
  it('is recognised by its spaces', () => {
    expect(spacedBlanks('在 {{app}} 中')).toEqual(['app']);
    expect(spacedBlanks('{{app}} 中的“{{name}}”')).toEqual(['app']);
    expect(spacedBlanks('{{role}} · 由{{name}}邀请')).toEqual([]);
  });

  it.each(globSync('*.json', { cwd: folder }))('has no spaces beside names in %s', (file) => {
    const all = sentences(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
    const spaced = all.flatMap(([key, text]) => {
      const names = spacedBlanks(text).filter((name) => !maySpace.has(name));
      return names.length > 0 ? [`${key}: ${text}`] : [];
    });
    expect(spaced).toEqual([]);
  });
});
