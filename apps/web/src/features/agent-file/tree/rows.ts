import type { AgentFile } from '@tandem/shared/agent/schema';

/** A line of the tree. */
export interface FileRow {
  file: AgentFile;
  depth: number;
  /** Of a folder: whether what it holds is shown. */
  isOpen: boolean;
  /** Of an open folder: whether its content is still being loaded. */
  isLoading: boolean;
}

/** The lines of a tree whose folders are loaded one by one. @param lists of folders by path; '' is the top */
export function rowsOf(
  lists: ReadonlyMap<string, readonly AgentFile[] | undefined>,
  open: ReadonlySet<string>,
): FileRow[] {
  const rows: FileRow[] = [];
  const add = (path: string, depth: number) => {
    for (const file of lists.get(path) ?? []) {
      const isOpen = file.type === 'folder' && open.has(file.path);
      rows.push({ file, depth, isOpen, isLoading: isOpen && lists.get(file.path) === undefined });
      if (isOpen) add(file.path, depth + 1);
    }
  };
  add('', 0);
  return rows;
}

/** The folders above a path, the highest first. */
export function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_name, at) => names.slice(0, at + 1).join('/'));
}
