import { type Entries, type FileEntry, isSame, Names } from './entries.ts';

/** A file that both sides changed in different ways, or that cannot stand beside one of the other side. */
export interface MergeConflict {
  path: string;
  base: FileEntry | null;
  ours: FileEntry | null;
  theirs: FileEntry | null;
}

export interface Merge {
  /** Everything that does not conflict; of what does, ours. */
  entries: Map<string, FileEntry>;
  conflicts: MergeConflict[];
}

/** Merges two states that began as `base`, file by file. */
export function mergeEntries(base: Entries, ours: Entries, theirs: Entries): Merge {
  const entries = new Map(ours);
  const conflicts: MergeConflict[] = [];
  const conflict = (path: string) =>
    conflicts.push({
      path,
      base: base.get(path) ?? null,
      ours: ours.get(path) ?? null,
      theirs: theirs.get(path) ?? null,
    });
  const added: string[] = [];
  for (const path of new Set([...base.keys(), ...theirs.keys()])) {
    const [was, our, their] = [base, ours, theirs].map((state) => state.get(path) ?? null) as [
      FileEntry | null,
      FileEntry | null,
      FileEntry | null,
    ];
    if (isSame(was, their) || isSame(our, their)) continue;
    if (!isSame(was, our)) conflict(path);
    else if (their === null) entries.delete(path);
    else if (was === null) added.push(path);
    else entries.set(path, their);
  }
  // After all that goes: a folder may have become a file.
  const names = new Names(entries.keys());
  for (const path of added.sort()) {
    if (names.problemWith(path) !== null) {
      conflict(path);
      continue;
    }
    names.add(path);
    entries.set(path, theirs.get(path) as FileEntry);
  }
  return { entries, conflicts: conflicts.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}
