import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../packages/shared/locales');
const namespaces = globSync('en/*.json', { cwd: folder }).map((file) => path.basename(file));

function sentences(language: string, file: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string') found.set(key, value);
    else
      for (const [name, each] of Object.entries(value as object)) walk(each, key ? `${key}.${name}` : name);
  };
  walk(JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')), '');
  return found;
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{-?\s*([\w.]+)/g)].map((match) => match[1]).sort();
/** Chinese has one plural form, English two: they meet at the stem. */
const stem = (key: string) => key.replace(/_(one|other|zero|two|few|many)$/, '');

describe.each(namespaces)('%s', (file) => {
  const en = sentences('en', file);
  const zh = sentences('zh-CN', file);

  it('has every key in both languages', () => {
    expect([...new Set([...zh.keys()].map(stem))].sort()).toEqual(
      [...new Set([...en.keys()].map(stem))].sort(),
    );
  });

  it('has no empty text', () => {
    for (const [key, text] of [...en, ...zh]) expect(text.trim(), key).not.toBe('');
  });

  it('has the same placeholders in both languages', () => {
    for (const [key, text] of zh) {
      const counterpart = en.get(key) ?? en.get(`${stem(key)}_other`) ?? '';
      expect(new Set(placeholders(text)), key).toEqual(new Set(placeholders(counterpart)));
    }
  });
});
