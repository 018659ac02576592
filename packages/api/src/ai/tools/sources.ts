import * as z from 'zod';
import { type SourceTools, type ToolContext, type ToolDefinition, ToolError } from './types.ts';

/** Pages that one call reads. */
const MAX_READ = 20;

/** @throws ToolError when the answer has no sources */
export function sourcesOf({ sources }: ToolContext): SourceTools {
  if (!sources) throw new ToolError('There are no sources here.');
  return sources;
}

export const sourceNumber = z
  .int()
  .min(1)
  .max(999_999)
  .describe('Number of the source, the S of a page id S.P.');
const pageIndex = z.int().min(1).max(999_999);

const searchInput = z.object({
  query: z
    .string()
    .min(1)
    .max(2_000)
    .describe('What to look for, as a question or keywords that make sense on their own.'),
});

export const searchSourcesTool: ToolDefinition<z.output<typeof searchInput>, unknown> = {
  name: 'search_sources',
  description:
    'Finds passages in the sources. The query must stand on its own: replace words such as "it" or "that year" by what they mean. Search again with other words when the passages do not answer the question.',
  input: searchInput,
  isRepeatable: true,
  execute: ({ query }, context) => sourcesOf(context).search(query),
};

const readInput = z.object({
  source: sourceNumber,
  from: pageIndex.describe('First page, by the P of its id.'),
  to: pageIndex.describe(`Last page; at most ${MAX_READ} pages are read at once.`),
});

export const readPagesTool: ToolDefinition<z.output<typeof readInput>, unknown> = {
  name: 'read_pages',
  description: 'Reads pages of a source in full, such as those around a passage that was found.',
  input: readInput,
  isRepeatable: true,
  execute: ({ source, from, to }, context) =>
    sourcesOf(context).read(source, { from, to: Math.max(from, Math.min(to, from + MAX_READ - 1)) }),
};

const outlineInput = z.object({
  source: sourceNumber,
  from: pageIndex.optional().describe('First page; for sources with more pages than one answer lists.'),
});

export const outlineTool: ToolDefinition<z.output<typeof outlineInput>, unknown> = {
  name: 'outline',
  description: 'Lists the pages of a source with their labels and first words.',
  input: outlineInput,
  isRepeatable: true,
  execute: ({ source, from = 1 }, context) => sourcesOf(context).outline(source, from),
};

const listInput = z.object({
  from: z.int().min(1).max(999_999).optional().describe('`next` of the part before.'),
});

export const listSourcesTool: ToolDefinition<z.output<typeof listInput>, unknown> = {
  name: 'list_sources',
  description: 'Lists the sources with their numbers, names and pages.',
  input: listInput,
  isRepeatable: true,
  execute: ({ from = 1 }, context) => sourcesOf(context).list(from),
};
