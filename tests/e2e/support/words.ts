import { readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../../packages/shared/locales');

/** The sentence behind `namespace:key` as people read it, with its blanks filled; plurals need their suffix. */
export function words(key: string, params: Record<string, string | number> = {}, language = 'en'): string {
  const [namespace = '', dotted = ''] = key.split(':');
  let value: unknown = JSON.parse(readFileSync(path.join(folder, language, `${namespace}.json`), 'utf8'));
  for (const step of dotted.split('.')) value = (value as Record<string, unknown> | undefined)?.[step];
  if (typeof value !== 'string') throw new Error(`no sentence ${key} in ${language}`);
  return value.replaceAll(/\{\{-?\s*(\w+)[^}]*\}\}/g, (_blank, name: string) => String(params[name] ?? ''));
}
