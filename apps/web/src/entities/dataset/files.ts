/** A file with its path below what was chosen or dropped: folders and its name, separated by `/`. */
export interface PathedFile {
  file: File;
  path: string;
}

/** Files that systems put into folders for themselves. */
const SYSTEM = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

const isWanted = ({ file }: PathedFile) => !SYSTEM.has(file.name);

/** Files of a file input; those of a chosen folder keep their path. */
export function chosenFiles(files: Iterable<File>): PathedFile[] {
  return [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name })).filter(isWanted);
}

/**
 * Reads what was dropped, with everything in dropped folders. Has to be called while the drop is handled: afterwards
 * the browser forgets what it held.
 */
export function droppedFiles({ items, files }: Pick<DataTransfer, 'items' | 'files'>): Promise<PathedFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const plain = entries.length === 0 ? chosenFiles(files) : [];
  return Promise.all(entries.map(filesBelow)).then((found) => [...plain, ...found.flat()].filter(isWanted));
}

async function filesBelow(entry: FileSystemEntry): Promise<PathedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ file, path: entry.fullPath.replace(/^\//, '') }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: PathedFile[] = [];
  // A reader gives some entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found;
    for (const each of some) found.push(...(await filesBelow(each)));
  }
}
