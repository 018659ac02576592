import * as z from 'zod';
import type { ToolDefinition } from '../types.ts';
import { filePath, plainPath } from './path.ts';
import { filesOf } from './resources.ts';

/** Characters of a file that is written at once; with escapes they fit into the input of a call. */
const MAX_WRITTEN = 300_000;
const MAX_FOUND = 100_000;

const writeInput = z.object({
  path: filePath,
  content: z.string().max(MAX_WRITTEN).describe('All of the file, which replaces what it held.'),
});

export const writeFileTool: ToolDefinition<z.output<typeof writeInput>, unknown> = {
  name: 'write_file',
  description: 'Writes a text file; folders are made as needed. Change a file that exists with edit_file.',
  input: writeInput,
  scope: ({ path }) => plainPath(path) || null,
  demandsConsent: ({ path }, { agent }) => agent?.files.demandsConsent(plainPath(path)) ?? false,
  isRepeatable: true,
  isInOrder: true,
  execute: ({ path, content }, context) =>
    filesOf(context).write(plainPath(path), content, { approvedBy: context.approvedBy }),
};

const editInput = z.object({
  path: filePath,
  find: z
    .string()
    .min(1)
    .max(MAX_FOUND)
    .describe('Exact text in the file without line numbers, long enough to be there only once.'),
  replace: z.string().max(MAX_WRITTEN).describe('What stands there afterwards.'),
  all: z.boolean().optional().describe('Replace it wherever it is.'),
});

export const editFileTool: ToolDefinition<z.output<typeof editInput>, unknown> = {
  name: 'edit_file',
  description: 'Replaces text in a file. Read the part first.',
  input: editInput,
  scope: ({ path }) => plainPath(path) || null,
  demandsConsent: ({ path }, { agent }) => agent?.files.demandsConsent(plainPath(path)) ?? false,
  isRepeatable: true,
  isInOrder: true,
  execute: ({ path, find, replace, all = false }, context) =>
    filesOf(context).edit(
      plainPath(path),
      { find, replacement: replace, isForAll: all },
      { approvedBy: context.approvedBy },
    ),
};
