import { AppError } from '../../core/errors.ts';

export const MAX_PATH_BYTES = 1_000;
export const MAX_NAME_BYTES = 255;
export const MAX_DEPTH = 32;

/** Why a path is refused, as a short phrase. */
export type PathProblem =
  | 'empty'
  | 'absolute'
  | 'has an empty, "." or ".." segment'
  | 'has a backslash'
  | 'has a control or direction character'
  | 'is not valid Unicode'
  | 'has an encoded separator or dot'
  | 'ends a segment with a dot or a space'
  | 'has a name that some systems reserve'
  | 'too long'
  | 'too deep';

const ENCODED = /%(?:2e|2f|5c|00)/i;
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u;
/** Devices of Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;

/** What is wrong with a path in a workspace; null if nothing is. Its Unicode form does not matter. */
export function pathProblem(path: string): PathProblem | null {
  if (path === '') return 'empty';
  if (!path.isWellFormed()) return 'is not valid Unicode';
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'absolute';
  if (path.includes('\\')) return 'has a backslash';
  if (UNWANTED.test(path)) return 'has a control or direction character';
  if (ENCODED.test(path)) return 'has an encoded separator or dot';
  const normal = path.normalize('NFC');
  if (Buffer.byteLength(normal) > MAX_PATH_BYTES) return 'too long';
  const names = normal.split('/');
  if (names.length > MAX_DEPTH) return 'too deep';
  for (const name of names) {
    // Some characters become dots and separators when a system compares by compatibility.
    const compatible = name.normalize('NFKC');
    if (/^\.{0,2}$/.test(compatible)) return 'has an empty, "." or ".." segment';
    if (/[/\\]/.test(compatible)) return 'has an encoded separator or dot';
    if (/[. ]$/.test(name)) return 'ends a segment with a dot or a space';
    if (RESERVED.test(name)) return 'has a name that some systems reserve';
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) return 'too long';
  }
  return null;
}

/**
 * Judges a path that came from outside, for files and folders alike.
 * @returns it in Unicode's composed form, in which workspaces keep paths
 * @throws AppError `invalidInput`
 */
export function validPath(path: string): string {
  const problem = pathProblem(path);
  if (problem) throw new AppError('invalidInput', { reason: `path: ${problem}` });
  return path.normalize('NFC');
}

/** The same for a folder, which may be the top: an empty path. */
export function validFolder(path: string): string {
  return path === '' ? '' : validPath(path);
}

/** The folders that a path lies in, the outermost first. */
export function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}

/** Characters that Unicode's forms do not change. */
const PLAIN = /^[\x20-\x7E]*$/;

/** Names that a file system which ignores case holds to be the same have the same key. */
export function caseKey(path: string): string {
  if (PLAIN.test(path)) return path.toLowerCase();
  return path.normalize('NFKC').toLowerCase().normalize('NFKC');
}
