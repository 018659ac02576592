import * as z from 'zod';
import type { ToolDefinition } from '../types.ts';
import { filePath, plainPath } from './path.ts';
import { filesOf } from './resources.ts';

const path = filePath.describe('Path of a file or folder.');

const moveInput = z.object({
  path,
  to: filePath.describe('Its new path, which must be free.'),
});

export const moveFileTool: ToolDefinition<z.output<typeof moveInput>, unknown> = {
  name: 'move_file',
  description: 'Moves or renames a file, or a folder with all it holds.',
  input: moveInput,
  demandsConsent: (input, { agent }) =>
    [input.path, input.to].some((each) => agent?.files.demandsConsent(plainPath(each))),
  isRepeatable: true,
  isInOrder: true,
  execute: (input, context) =>
    filesOf(context).move(plainPath(input.path), plainPath(input.to), { approvedBy: context.approvedBy }),
};

const deleteInput = z.object({ path });

export const deleteFileTool: ToolDefinition<z.output<typeof deleteInput>, unknown> = {
  name: 'delete_file',
  description: 'Deletes a file, or a folder with all it holds.',
  input: deleteInput,
  scope: (input) => plainPath(input.path) || null,
  demandsConsent: (input, { agent }) => agent?.files.demandsConsent(plainPath(input.path)) ?? false,
  isRepeatable: true,
  isInOrder: true,
  execute: (input, context) =>
    filesOf(context).delete(plainPath(input.path), { approvedBy: context.approvedBy }),
};
