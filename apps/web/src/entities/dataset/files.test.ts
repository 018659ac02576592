import { expect, it } from 'vitest';
import { chosenFiles, droppedFiles } from './files.ts';

const file = (name: string, relative = '') => {
  const made = new File(['x'], name);
  Object.defineProperty(made, 'webkitRelativePath', { value: relative });
  return made;
};
const fileEntry = (fullPath: string) => ({
  ...{ isFile: true, isDirectory: false, fullPath },
  file: (resolve: (file: File) => void) => resolve(file(fullPath.split('/').at(-1) ?? '')),
});
/** Gives its entries one at a time, as browsers give a hundred. */
const folderEntry = (fullPath: string, entries: object[]) => ({
  ...{ isFile: false, isDirectory: true, fullPath },
  createReader() {
    const left = [...entries];
    return { readEntries: (resolve: (some: object[]) => void) => resolve(left.splice(0, 1)) };
  },
});
const transfer = (entries: (object | null)[], files: File[] = []) =>
  ({
    items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
    files,
  }) as unknown as DataTransfer;
const paths = (found: { path: string }[]) => found.map(({ path }) => path);

it('keeps the path of files in a chosen folder, and no files of the system', () => {
  const files = [file('a.pdf', 'Manuals/2024/a.pdf'), file('b.txt'), file('.DS_Store', 'Manuals/.DS_Store')];
  expect(paths(chosenFiles(files))).toEqual(['Manuals/2024/a.pdf', 'b.txt']);
});

it('reads dropped folders to their end and depth', async () => {
  const tree = folderEntry('/Manuals', [
    fileEntry('/Manuals/a.pdf'),
    folderEntry('/Manuals/2024', [fileEntry('/Manuals/2024/b.md'), fileEntry('/Manuals/2024/Thumbs.db')]),
    folderEntry('/Manuals/empty', []),
    fileEntry('/Manuals/c.csv'),
  ]);
  const found = await droppedFiles(transfer([tree, fileEntry('/d.txt')]));
  expect(paths(found)).toEqual(['Manuals/a.pdf', 'Manuals/2024/b.md', 'Manuals/c.csv', 'd.txt']);
});

it('takes files that are no entries, as when they are pasted', async () => {
  expect(paths(await droppedFiles(transfer([null], [file('a.txt')])))).toEqual(['a.txt']);
});
