import { AppError } from '../../core/errors.ts';
import { caseKey, foldersOf } from './path.ts';

/** A file of a workspace. Folders are what its paths name; empty ones are not kept. */
export interface FileEntry {
  /** SHA-256 of its content in hexadecimal, under which it is stored. */
  hash: string;
  /** Bytes. */
  size: number;
  isExecutable: boolean;
  /** Milliseconds since 1970. */
  modifiedAt: number;
}

/** The files of a workspace by path. */
export type Entries = ReadonlyMap<string, FileEntry>;

/** A file that differs between two states: null where it does not exist. */
export interface EntryChange {
  path: string;
  before: FileEntry | null;
  after: FileEntry | null;
}

export const MAX_FILES = 20_000;
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
/** Characters of all paths: each state names them. */
const MAX_NAMES = 2 * 1024 * 1024;
export const MAX_TOTAL_BYTES = 1024 * 1024 * 1024;

/** Whether two entries are the same file; when it was written does not matter. */
export function isSame(a: FileEntry | null, b: FileEntry | null): boolean {
  return a === b || (a?.hash === b?.hash && a?.isExecutable === b?.isExecutable);
}

/** Files that differ, ordered by path. */
export function changesBetween(before: Entries, after: Entries): EntryChange[] {
  const changes: EntryChange[] = [];
  for (const [path, entry] of before) {
    const now = after.get(path) ?? null;
    if (!isSame(entry, now)) changes.push({ path, before: entry, after: now });
  }
  for (const [path, entry] of after)
    if (!before.has(path)) changes.push({ path, before: null, after: entry });
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Files after changes to them. */
export function withChanges(
  entries: Entries,
  changes: Iterable<{ path: string; after: FileEntry | null }>,
): Map<string, FileEntry> {
  const changed = new Map(entries);
  for (const { path, after } of changes)
    if (after) changed.set(path, after);
    else changed.delete(path);
  return changed;
}

/** The names taken in a workspace, as a file system that ignores case would see them. */
export class Names {
  private readonly files = new Map<string, string>();
  private readonly folders = new Map<string, string>();

  constructor(paths: Iterable<string> = []) {
    for (const path of paths) this.add(path);
  }

  /** Why a file cannot have this path beside the others; null when it can. */
  problemWith(path: string): string | null {
    const key = caseKey(path);
    const file = this.files.get(key);
    if (file !== undefined && file !== path) return `differs only in case from ${file}`;
    if (this.folders.has(key)) return 'is a folder';
    for (const folder of foldersOf(path)) {
      const folderKey = caseKey(folder);
      if (this.files.has(folderKey)) return `lies in ${this.files.get(folderKey)}, which is a file`;
      const known = this.folders.get(folderKey);
      if (known !== undefined && known !== folder) return `differs only in case from ${known}/`;
    }
    return null;
  }

  add(path: string): void {
    this.files.set(caseKey(path), path);
    // From the innermost: whoever knows a folder knows those around it.
    for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      const key = caseKey(folder);
      if (this.folders.has(key)) return;
      this.folders.set(key, folder);
    }
  }
}

/** @throws AppError `fileTooLarge`, `invalidInput` for more than a workspace holds */
export function checkEntries(entries: Entries): void {
  if (entries.size > MAX_FILES)
    throw new AppError('invalidInput', { reason: `files: there are more than ${MAX_FILES}` });
  let bytes = 0;
  let names = 0;
  for (const [path, { size }] of entries) {
    bytes += size;
    names += path.length;
  }
  if (names > MAX_NAMES)
    throw new AppError('invalidInput', { reason: 'files: their paths are too long together' });
  if (bytes > MAX_TOTAL_BYTES)
    throw new AppError('fileTooLarge', { megabytes: MAX_TOTAL_BYTES / 1024 / 1024 });
}

/** What a folder holds: its files, and the folders within it with the totals of what they hold. */
export interface FolderListing {
  folders: { name: string; path: string; files: number; size: number; modifiedAt: number }[];
  files: ({ name: string; path: string } & FileEntry)[];
}

/**
 * Lists a folder, by name.
 * @param folder '' for the top
 * @returns null when there is no such folder
 */
export function listFolder(entries: Entries, folder: string): FolderListing | null {
  const prefix = folder === '' ? '' : `${folder}/`;
  const folders = new Map<string, FolderListing['folders'][number]>();
  const files: FolderListing['files'] = [];
  for (const [path, entry] of entries) {
    if (!path.startsWith(prefix)) continue;
    const end = path.indexOf('/', prefix.length);
    if (end === -1) {
      files.push({ name: path.slice(prefix.length), path, ...entry });
      continue;
    }
    const name = path.slice(prefix.length, end);
    const known = folders.get(name) ?? { name, path: prefix + name, files: 0, size: 0, modifiedAt: 0 };
    known.files += 1;
    known.size += entry.size;
    known.modifiedAt = Math.max(known.modifiedAt, entry.modifiedAt);
    folders.set(name, known);
  }
  if (folder !== '' && files.length + folders.size === 0) return null;
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  return { folders: [...folders.values()].sort(byName), files: files.sort(byName) };
}

/** The paths at or below a path. */
export function pathsUnder(entries: Entries, path: string): string[] {
  const prefix = path === '' ? '' : `${path}/`;
  return [...entries.keys()].filter((each) => each === path || each.startsWith(prefix));
}
