import * as z from 'zod';
import { type ToolContext, type ToolDefinition, ToolError, type WorkspaceTools } from './types.ts';

function workspaceOf({ workspace }: ToolContext): WorkspaceTools {
  if (!workspace) throw new ToolError('The workspace can be searched from channels only.');
  return workspace;
}

/** Says that a search was restricted, without revealing whether anything was left out. */
const ONLY_SHARED =
  'Only what everyone in this channel may see was searched. In a channel of their own, people can ask about all that they may see.';

const searchInput = z.object({
  query: z
    .string()
    .min(1)
    .max(2_000)
    .describe('What to look for, as a question or keywords that make sense on their own.'),
});

export const searchWorkspaceTool: ToolDefinition<z.output<typeof searchInput>, unknown> = {
  name: 'search_workspace',
  description:
    'Finds passages in the documents and messages of the team that the person who asks may view. The query must stand on its own: replace words such as "it" by what they mean. Search again with other words when the passages do not answer the question.',
  input: searchInput,
  isRepeatable: true,
  async execute({ query }, context) {
    const { passages, isWhole } = await workspaceOf(context).search(query);
    return { passages, ...(!isWhole && { note: ONLY_SHARED }) };
  },
};

const readInput = z.object({
  id: z
    .string()
    .max(40)
    .describe('The id of a passage that was found: of a document D….P, of a message M….1.'),
});

export const readWorkspaceTool: ToolDefinition<z.output<typeof readInput>, unknown> = {
  name: 'read_workspace',
  description:
    'Reads on around a passage that search_workspace found: a document from that part on, or the messages around a message.',
  input: readInput,
  isRepeatable: true,
  async execute({ id }, context) {
    const [, kind, beginning = '', part = '1'] = /^\s*([DM])([0-9a-f]{8})(?:\.(\d{1,6}))?\s*$/.exec(id) ?? [];
    if (kind !== 'D' && kind !== 'M') throw new ToolError('That is no id of a document or message.');
    return workspaceOf(context).read({ kind, beginning, part: Math.max(1, Number(part)) });
  },
};
