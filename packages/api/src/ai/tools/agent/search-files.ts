import * as z from 'zod';
import type { ToolDefinition } from '../types.ts';
import { folderPath, plainPath } from './path.ts';
import { filesOf } from './resources.ts';
import type { FoundLine } from './types.ts';

const input = z.object({
  pattern: z.string().min(1).max(1_000).describe('Text that a line contains, or a regular expression.'),
  regex: z.boolean().optional().describe('Whether it is a regular expression, as of JavaScript.'),
  ignoreCase: z.boolean().optional(),
  folder: folderPath.optional(),
  glob: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Only files whose name, or path if it has a "/", fits: "*.py", "src/**/*.{ts,tsx}".'),
});

export const searchFilesTool: ToolDefinition<
  z.output<typeof input>,
  { found: FoundLine[]; notes: string[] }
> = {
  name: 'search_files',
  description: 'Finds lines in text files, by path.',
  input,
  scope: ({ folder = '' }) => plainPath(folder) || null,
  isRepeatable: true,
  isInOrder: true,
  execute: ({ pattern, regex = false, ignoreCase = false, folder = '', glob = null }, context, { signal }) =>
    filesOf(context).search(
      { pattern, isRegex: regex, ignoresCase: ignoreCase, folder: plainPath(folder), glob },
      signal,
    ),
};
