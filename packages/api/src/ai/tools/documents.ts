import * as z from 'zod';
import { type DocumentDesk, type ToolContext, type ToolDefinition, ToolError } from './types.ts';

/** Characters of a document that a model is given at once. */
const MAX_READ = 24_000;
const MAX_WRITTEN = 100_000;

const document = z.string().max(400).describe('Its id or address.');
const markdown = z.string().min(1).max(MAX_WRITTEN);

/**
 * The id at the end of an address, or alone.
 * @throws ToolError when there is none
 */
function idIn(text: string): string {
  const ids = text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/giu);
  const id = ids?.at(-1);
  if (!id) throw new ToolError('That names no document. Look for it by its name first.');
  return id.toLowerCase();
}

function deskOf({ documents }: ToolContext): DocumentDesk {
  if (!documents) throw new ToolError('Documents can be reached from channels only.');
  return documents;
}

/** Beyond the app in which it was asked, what is read or written may not be for the same people. */
async function isElsewhere(input: { document: string }, context: ToolContext): Promise<boolean> {
  return deskOf(context).isElsewhere(idIn(input.document));
}

const findInput = z.object({
  name: z.string().max(200).describe('Part of the name; empty: the newest.'),
});

export const findDocumentsTool: ToolDefinition<z.output<typeof findInput>, unknown> = {
  name: 'find_documents',
  description: 'Finds documents of this app by name. Answers their ids.',
  input: findInput,
  execute: async ({ name }, context) => ({ documents: await deskOf(context).find(name.trim()) }),
};

const readInput = z.object({
  document,
  from: z.int().min(0).optional().describe('`continuesAt` of the part before.'),
});

export const readDocumentTool: ToolDefinition<z.output<typeof readInput>, unknown> = {
  name: 'read_document',
  description: 'Reads a document as Markdown.',
  input: readInput,
  needsConsent: isElsewhere,
  async execute({ document: named, from = 0 }, context) {
    const { name, markdown: whole } = await deskOf(context).read(idIn(named));
    const part = whole.slice(from, from + MAX_READ);
    const next = from + part.length;
    return { name, markdown: part, ...(next < whole.length && { continuesAt: next }) };
  },
};

const createInput = z.object({ title: z.string().min(1).max(120), markdown });

export const createDocumentTool: ToolDefinition<z.output<typeof createInput>, unknown> = {
  name: 'create_document',
  description:
    'Makes a document from Markdown, where someone wants a text to keep; not for ordinary answers.',
  input: createInput,
  execute: (input, context) => deskOf(context).create(input),
};

const appendInput = z.object({ document, markdown });

export const appendToDocumentTool: ToolDefinition<z.output<typeof appendInput>, unknown> = {
  name: 'append_to_document',
  description: 'Adds Markdown to the end of a document.',
  input: appendInput,
  needsConsent: isElsewhere,
  async execute({ document: named, markdown: text }, context) {
    const { name } = await deskOf(context).append(idIn(named), text);
    return { added: true, name };
  },
};
