import { MAX_FILE_NAME } from '@tandem/shared/file/schema';

/** Quotes and line ends, as browsers write them in a form. */
const ESCAPED = /%22|%0D|%0A/gi;
/** Control characters, direction overrides, and characters some systems refuse in names. */
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF"*:<>?|]/gu;
/** Maximum length of an extension kept when a name is shortened. */
const MAX_ENDING = 16;

/**
 * Cleans a file's name for display and download: no path, nothing misleading, at most 200 characters. Content
 * is never stored under it.
 */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(ESCAPED, '').replace(UNWANTED, '').replace(/\s+/g, ' ').trim();
  // Dots alone name a folder, and at the beginning they hide.
  const name = clean.replace(/^\.+/, '').trim();
  if (name === '') return 'file';
  const letters = [...name];
  if (letters.length <= MAX_FILE_NAME) return name;
  const dot = letters.lastIndexOf('.');
  const ending = dot > 0 && letters.length - dot <= MAX_ENDING ? letters.slice(dot) : [];
  return [...letters.slice(0, MAX_FILE_NAME - ending.length), ...ending].join('');
}

/** Letters after the last dot, in lower case; "" without one. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
