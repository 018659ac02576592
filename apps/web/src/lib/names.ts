import type { Language } from '@tandem/shared/user/schema';
import i18n from 'i18next';

/** Chinese names sort by pinyin; all other languages have the order of their own tag. */
const orders: Partial<Record<Language, string>> = { 'zh-CN': 'zh-Hans-u-co-pinyin' };
const collators = new Map<string, Intl.Collator>();

/** To make a collator takes as long as to compare a thousand names. */
function collatorOf(language: string): Intl.Collator {
  const known = collators.get(language);
  if (known) return known;
  const tag = orders[language as Language] ?? language;
  const made = new Intl.Collator(tag, { numeric: true, sensitivity: 'base' });
  collators.set(language, made);
  return made;
}

/** The order of two names for somebody who reads in a language, by default the one that is spoken now. */
export function compareNames(a: string, b: string, language: string = i18n.language): number {
  return collatorOf(language).compare(a, b);
}

/** Sorts things by name, and those with equal names by id, so that the order is stable. */
export function byName<Thing extends { id: string | number; name: string }>(
  language?: string,
): (a: Thing, b: Thing) => number {
  return (a, b) => compareNames(a.name, b.name, language) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
