import { displayNameSchema, MAX_NAME } from '@tandem/shared/user/schema';
import { ImportProblem } from './problem.ts';

/** Entries that systems and programs add for themselves. */
const OTHERS = /^(?:\.|__MACOSX$|Thumbs\.db$|desktop\.ini$)/iu;
/** The id Notion appends to page names. */
const NOTION_ID = / [0-9a-f]{32}$/u;
const MAX_PATH = 1_000;

/**
 * Splits an archive entry's name into folders and file name; null for folders and system files.
 * @throws ImportProblem `archiveUnsafe` for one that leads out of the archive
 */
export function partsOf(name: string): string[] | null {
  const parts = name.normalize('NFC').split('/');
  const isUnsafe = name.includes('\0') || name.includes('\\') || /^(?:\/|[a-z]:)/iu.test(name);
  if (isUnsafe || parts.includes('..') || name.length > MAX_PATH) throw new ImportProblem('archiveUnsafe');
  const own = parts.filter((part) => part !== '' && part !== '.');
  if (own.length === 0 || name.endsWith('/')) return null;
  return own.some((part) => OTHERS.test(part)) ? null : own;
}

/** A file's name without its ending. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Removes Notion's id from a name. */
export function withoutId(stem: string): string {
  return stem.replace(NOTION_ID, '');
}

/** Converts the name of a file or folder to a document's title. */
export function titleOfName(stem: string): string {
  return titleFrom(withoutId(stem));
}

/** Converts text to a title: one line, without forbidden characters, cut to the maximum. */
export function titleFrom(words: string): string {
  let title = words
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, '')
    .toWellFormed()
    .trim();
  for (let letters = [...title]; title.length > MAX_NAME; title = letters.join('').trimEnd())
    letters = letters.slice(0, Math.min(letters.length - 1, MAX_NAME));
  return displayNameSchema.safeParse(title).success ? title : '';
}

/** Whether a title exceeds the maximum, so that its end is lost. */
export function isCut(words: string): boolean {
  return words.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim().length > MAX_NAME;
}

/** Resolves a relative address from a folder; null when it leads out of the archive, or is not one. */
export function pathFrom(folder: readonly string[], address: string): string | null {
  if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/iu.test(address)) return null;
  const [bare = ''] = address.split(/[?#]/u);
  // An absolute path starts at the archive's top.
  const parts = bare.startsWith('/') ? [] : [...folder];
  for (const part of decoded(bare).normalize('NFC').split('/')) {
    if (part === '..' && parts.length === 0) return null;
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
