import { MAX_IMPORTED_DOCUMENTS } from '@tandem/shared/document/import';
import type { SourceFile } from './files.ts';
import { stemOf } from './names.ts';
import { ImportProblem } from './problem.ts';

/** A document to be: a file, a folder with documents, or both where they have the same name. */
export interface TreeNode {
  key: string;
  /** Name of the file without extension, or of the folder. */
  name: string;
  /** Place of its parent in the list, before its own; null at the top. */
  parent: number | null;
  source: SourceFile | null;
}

interface Branch extends Omit<TreeNode, 'parent'> {
  children: Branch[];
}

/** Files that describe their folder. */
const OF_FOLDER = /^(?:index|readme)$/iu;

/**
 * The tree that files in folders make, each node before those below it, siblings in the order in which they came.
 * @throws ImportProblem `archiveTooLarge` when folders make too many of them
 */
export function treeOf(sources: readonly SourceFile[]): TreeNode[] {
  const top: Branch[] = [];
  const byPath = new Map<string, Branch>();
  const grow = (parts: readonly string[]): Branch => {
    const path = parts.join('/');
    const standing = byPath.get(path);
    if (standing) return standing;
    if (byPath.size >= MAX_IMPORTED_DOCUMENTS) throw new ImportProblem('archiveTooLarge');
    const branch = { key: crypto.randomUUID(), name: parts.at(-1) ?? '', source: null, children: [] };
    byPath.set(path, branch);
    (parts.length > 1 ? grow(parts.slice(0, -1)).children : top).push(branch);
    return branch;
  };
  for (const source of sources) {
    const { folder, path } = source;
    const file = path.slice(path.lastIndexOf('/') + 1);
    const stem = stemOf(file);
    const usual = OF_FOLDER.test(stem) && folder.length > 0 ? folder : [...folder, stem];
    // Two files of one name and different endings are two documents.
    const branch = byPath.get(usual.join('/'))?.source ? grow([...folder, file]) : grow(usual);
    branch.source = source;
  }
  return listed(top, null, []);
}

function listed(branches: readonly Branch[], parent: number | null, list: TreeNode[]): TreeNode[] {
  for (const { children, ...node } of branches) {
    list.push({ ...node, parent });
    listed(children, list.length - 1, list);
  }
  return list;
}
