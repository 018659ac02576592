import * as z from 'zod';
import type { ToolDefinition } from '../types.ts';
import { filePath, folderPath, plainPath } from './path.ts';
import { filesOf } from './resources.ts';
import type { FilePart, ListedFile } from './types.ts';

const from = z.int().min(1).max(10_000_000);

const listInput = z.object({
  folder: folderPath.optional(),
  recursive: z.boolean().optional().describe('Also what folders within it hold.'),
  from: from.optional().describe('`next` of the part before.'),
});

export const listFilesTool: ToolDefinition<
  z.output<typeof listInput>,
  { files: ListedFile[]; total: number; next?: number }
> = {
  name: 'list_files',
  description:
    'Lists the files of a folder with their sizes in bytes. A path that ends in "/" is a folder, with the number of files below it.',
  input: listInput,
  scope: ({ folder = '' }) => plainPath(folder) || null,
  isRepeatable: true,
  isInOrder: true,
  execute: ({ folder = '', recursive = false, from: first = 1 }, context) =>
    filesOf(context).list(plainPath(folder), { recursive, from: first }),
};

const readInput = z.object({
  path: filePath,
  from: from.optional().describe('First line, or `next` of the part before; of a PDF or Office file, page.'),
  limit: z.int().min(1).max(2_000).optional().describe('Number of lines or pages.'),
});

export const readFileTool: ToolDefinition<z.output<typeof readInput>, FilePart> = {
  name: 'read_file',
  description:
    'Reads a text file; each line has its number and a tab before it, which are not part of the file. Of PDF and Office files it reads the text by pages; of others it tells the type.',
  input: readInput,
  scope: ({ path }) => plainPath(path) || null,
  isRepeatable: true,
  isInOrder: true,
  execute: ({ path, from: first = 1, limit = 2_000 }, context, { signal }) =>
    filesOf(context).read(plainPath(path), { from: first, limit }, signal),
};
