import * as z from 'zod';
import { type DocumentTools, type ToolContext, type ToolDefinition, ToolError } from './types.ts';

/** Maximum characters of a document returned to a model at once. */
const MAX_READ = 24_000;
const MAX_WRITTEN = 100_000;

const document = z.string().max(400).describe('Its id or address.');
const markdown = z.string().min(1).max(MAX_WRITTEN);

/**
 * Returns the id at the end of an address, or alone.
 * @throws ToolError when there is none
 */
function idIn(text: string): string {
  const ids = text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/giu);
  const id = ids?.at(-1);
  if (!id) throw new ToolError('That names no document. Look for it by its name first.');
  return id.toLowerCase();
}

function documentsOf({ documents }: ToolContext): DocumentTools {
  if (!documents) throw new ToolError('Documents can be reached from channels only.');
  return documents;
}

/**
 * Sent to the model when a search is restricted to what everyone in the channel may see; it does not reveal
 * whether anything was left out.
 */
const ONLY_SHARED =
  'Only documents that everyone in this channel may see were looked at. If it is another one, ask for its address.';

const findInput = z.object({
  name: z.string().max(200).describe('Part of the name; empty: the newest.'),
});

export const findDocumentsTool: ToolDefinition<z.output<typeof findInput>, unknown> = {
  name: 'find_documents',
  description: 'Finds documents of this app by name and returns their ids.',
  input: findInput,
  isRepeatable: true,
  async execute({ name }, context) {
    const { documents, isWhole } = await documentsOf(context).find(name.trim());
    return { documents, ...(!isWhole && { note: ONLY_SHARED }) };
  },
};

const readInput = z.object({
  document,
  from: z.int().min(0).optional().describe('`continuesAt` of the part before.'),
});

export const readDocumentTool: ToolDefinition<z.output<typeof readInput>, unknown> = {
  name: 'read_document',
  description: 'Reads a document as Markdown.',
  input: readInput,
  touches: (input) => [{ kind: 'document', id: idIn(input.document), action: 'read' }],
  isRepeatable: true,
  async execute({ document: named, from = 0 }, context) {
    const { name, markdown: whole } = await documentsOf(context).read(idIn(named), context.approvedBy);
    const part = whole.slice(from, from + MAX_READ);
    const next = from + part.length;
    return { name, markdown: part, ...(next < whole.length && { continuesAt: next }) };
  },
};

const createInput = z.object({ title: z.string().min(1).max(120), markdown });

export const createDocumentTool: ToolDefinition<z.output<typeof createInput>, unknown> = {
  name: 'create_document',
  description:
    'Creates a document from Markdown. Use it when someone wants to keep a text, not for ordinary answers.',
  input: createInput,
  execute: (input, context) => documentsOf(context).create(input),
};

const appendInput = z.object({ document, markdown });

export const appendToDocumentTool: ToolDefinition<z.output<typeof appendInput>, unknown> = {
  name: 'append_to_document',
  description: 'Adds Markdown to the end of a document.',
  input: appendInput,
  touches: (input) => [{ kind: 'document', id: idIn(input.document), action: 'write' }],
  async execute({ document: named, markdown: text }, context) {
    const { name } = await documentsOf(context).append(idIn(named), text, context.approvedBy);
    return { added: true, name };
  },
};
