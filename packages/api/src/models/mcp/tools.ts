import { MAX_SCHEMA_CHARACTERS, MAX_TOOLS } from '@tandem/shared/mcp/schema';
import { ToolError } from '../../ai/tools/types.ts';
import { cleanText, plainJson } from '../../core/plain.ts';
import type { McpClient } from './client.ts';
import { McpFailure } from './failure.ts';
import { field } from './wire.ts';

const MAX_PAGES = 50;
const MAX_NAME = 128;
const MAX_TITLE = 120;
const MAX_DESCRIPTION = 2_000;
/** Maximum characters of one result; the turn bounds what it stores itself. */
const MAX_TEXT = 200_000;
const MAX_ITEMS = 200;
/** Words of a tool that failed, in characters. */
const MAX_COMPLAINT = 2_000;

/** A tool as its server describes it, made fit to store. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  readOnly: boolean;
  /** Whether it may reach outside its server. */
  openWorld: boolean;
}

/**
 * Reads a server's tools; invalid ones are counted.
 * @throws McpFailure
 */
export async function readTools(
  session: Pick<McpClient, 'request'>,
  signal: AbortSignal,
): Promise<{ tools: ListedTool[]; leftOut: number }> {
  const tools = new Map<string, ListedTool>();
  let leftOut = 0;
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES; page++) {
    const result = await session.request('tools/list', typeof cursor === 'string' ? { cursor } : {}, signal);
    const listed = field(result, 'tools');
    if (!Array.isArray(listed)) throw new McpFailure('notMcp');
    for (const each of listed) {
      const tool = tools.size < MAX_TOOLS ? readTool(each) : null;
      if (tool && !tools.has(tool.name)) tools.set(tool.name, tool);
      else leftOut += 1;
    }
    cursor = field(result, 'nextCursor');
    // Stops at the maximum: a server may continue for ever.
    if (typeof cursor !== 'string' || cursor === '' || tools.size >= MAX_TOOLS) break;
  }
  return { tools: [...tools.values()], leftOut };
}

function readTool(value: unknown): ListedTool | null {
  const name = field(value, 'name');
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME || plainWords(name) !== name)
    return null;
  const inputSchema = readSchema(field(value, 'inputSchema'));
  if (!inputSchema) return null;
  const annotations = field(value, 'annotations');
  const title = text(field(value, 'title') ?? field(annotations, 'title'), MAX_TITLE);
  return {
    name,
    title: plainWords(title),
    description: text(field(value, 'description'), MAX_DESCRIPTION).trim(),
    inputSchema,
    readOnly: field(annotations, 'readOnlyHint') === true,
    // Unless it says otherwise, by the protocol.
    openWorld: field(annotations, 'openWorldHint') !== false,
  };
}

function readSchema(value: unknown): object | null {
  if (value === undefined) return { type: 'object', properties: {} };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const plain = plainJson(value, MAX_SCHEMA_CHARACTERS);
  // Too long a one comes back as the beginning of its text.
  if (typeof plain !== 'object' || plain === null) return null;
  const type = field(plain, 'type');
  if (type !== undefined && type !== 'object') return null;
  const properties = field(plain, 'properties');
  const isOdd = typeof properties !== 'object' || properties === null || Array.isArray(properties);
  return { ...plain, type: 'object', properties: isOdd ? {} : properties };
}

/**
 * Returns a call's result: its text alone, or its parts.
 * @throws McpFailure, ToolError when the tool failed
 */
export async function callTool(
  session: Pick<McpClient, 'request'>,
  call: { name: string; arguments: object },
  signal: AbortSignal,
): Promise<unknown> {
  const result = await session.request('tools/call', call, signal);
  const content = field(result, 'content');
  const items = (Array.isArray(content) ? content.slice(0, MAX_ITEMS) : []).map(readItem);
  const words = items.filter((item) => typeof item === 'string').join('\n\n');
  if (field(result, 'isError') === true)
    throw new ToolError(words.trim().slice(0, MAX_COMPLAINT) || 'The tool failed.');
  const others = items.filter((item) => typeof item !== 'string' && item !== null);
  const data = field(result, 'structuredContent');
  // Results often repeat structured data as text, for clients that ignore the former.
  if (typeof data === 'object' && data !== null) return others.length > 0 ? { data, content: others } : data;
  if (others.length === 0) return words;
  return words === '' ? { content: others } : { text: words, content: others };
}

function readItem(item: unknown): unknown {
  const type = field(item, 'type');
  if (type === 'text') return text(field(item, 'text'), MAX_TEXT);
  if (type === 'image' || type === 'audio') {
    const data = field(item, 'data');
    const bytes = typeof data === 'string' ? Math.floor((data.length * 3) / 4) : 0;
    return { type, mediaType: text(field(item, 'mimeType'), 100), bytes };
  }
  if (type === 'resource_link')
    return { type: 'link', uri: text(field(item, 'uri'), 2_000), name: text(field(item, 'name'), 200) };
  if (type === 'resource') {
    const resource = field(item, 'resource');
    const words = field(resource, 'text');
    return {
      type: 'resource',
      uri: text(field(resource, 'uri'), 2_000),
      ...(typeof words === 'string' && { text: text(words, MAX_TEXT) }),
    };
  }
  return null;
}

function text(value: unknown, most: number): string {
  return typeof value === 'string' ? cleanText(value.slice(0, most)) : '';
}

/** Returns one line without invisible characters and direction overrides. */
function plainWords(words: string): string {
  return cleanText(words)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}
