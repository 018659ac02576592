import { createHash } from 'node:crypto';
import { isShownImage } from '@tandem/shared/file/schema';
import {
  type FilePart,
  filesOf,
  type Part,
  type SourceUrlPart,
  type ToolPart,
  textOf,
} from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import type { Page } from '@tandem/shared/pagination/schema';

/** One entry of a channel's history as older REST clients know it. */
export interface LegacyMessage {
  id: string;
  role: 'user' | 'assistant' | 'tool';
  content: string | LegacyContentPart[] | LegacyToolResult[];
  toolInvocations: LegacyInvocation[];
  annotations: unknown;
  /** Sources of an assistant's answer. */
  ragContent?: { title: string; url: string }[];
  user: { name: string; avatar: string } | null;
  assistant: { id: string; name: string; avatar: string } | null;
  status: Message['status'];
  /** Why it failed; absent for what did not. */
  error?: NonNullable<Message['error']>;
  createdAt: Date;
}

export type LegacyContentPart =
  | { type: 'text'; text: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; args: unknown };

export interface LegacyToolResult {
  toolCallId: string;
  result: unknown;
}

export interface LegacyInvocation {
  state: 'call' | 'result';
  toolCallId: string;
  toolName: string;
  args: unknown;
  result?: unknown;
}

/** What an annotation's `type` says: a person, or data that the message's own content carries. */
const ANNOTATION = { person: 2, data: 3 };

/** A page of history; a message that called tools is followed by an entry with their results. */
export function presentHistory(page: Page<Message>): Page<LegacyMessage> {
  return { list: page.list.flatMap(presentLegacy), pagination: page.pagination };
}

/** One message as one or two entries. */
export function presentLegacy(message: Message): LegacyMessage[] {
  const tools = message.parts.filter((part) => part.type === 'dynamic-tool');
  const text = textOf(message.parts);
  const isAssistant = message.role === 'assistant';
  const sources = message.parts.filter((part) => part.type === 'source-url').map(presentSource);
  const common = {
    user: message.author && { name: message.author.name, avatar: message.author.avatar },
    assistant: message.assistant,
    status: message.status,
    ...(message.error && { error: message.error }),
    createdAt: message.createdAt,
  };
  const entry: LegacyMessage = {
    id: message.id,
    role: message.role,
    content: tools.length === 0 ? withFiles(text, message.parts) : message.parts.flatMap(contentOf),
    toolInvocations: tools.map(invocationOf),
    annotations: annotationsOf(message, text, sources),
    ...(isAssistant && { ragContent: sources }),
    ...common,
  };
  const results = tools.filter(hasResult).map((part) => ({
    toolCallId: part.toolCallId,
    result: resultOf(part),
  }));
  if (results.length === 0) return [entry];
  const toolEntry: LegacyMessage = {
    id: idOfResults(message.id),
    role: 'tool',
    content: results,
    toolInvocations: [],
    annotations: [],
    ...common,
    user: null,
  };
  return [entry, toolEntry];
}

/** The words, with what comes with them as links in Markdown: the only way in which these clients show a file. */
function withFiles(text: string, parts: readonly Part[]): string {
  return [text, ...filesOf(parts).map(linkTo)].filter((each) => each !== '').join('\n\n');
}

function linkTo({ mediaType, filename, alt, url }: FilePart): string {
  const name = (alt ?? filename ?? mediaType)
    .replace(/[[\]\\<>\s]+/g, ' ')
    .slice(0, 200)
    .trim();
  return `${isShownImage(mediaType) ? '!' : ''}[${name}](${url})`;
}

function contentOf(part: Part): LegacyContentPart[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  if (part.type === 'file') return [{ type: 'text', text: linkTo(part) }];
  if (part.type !== 'dynamic-tool') return [];
  return [
    { type: 'tool-call', toolCallId: part.toolCallId, toolName: part.toolName, args: part.input ?? {} },
  ];
}

function invocationOf(part: ToolPart): LegacyInvocation {
  const { toolCallId, toolName, input: args = {} } = part;
  return hasResult(part)
    ? { state: 'result', toolCallId, toolName, args, result: resultOf(part) }
    : { state: 'call', toolCallId, toolName, args };
}

function hasResult(part: ToolPart): boolean {
  return part.state === 'output-available' || part.state === 'output-error';
}

function resultOf(part: ToolPart): unknown {
  return part.state === 'output-error' ? { error: part.errorText ?? '' } : (part.output ?? null);
}

function presentSource(part: SourceUrlPart): { title: string; url: string } {
  return { title: part.title ?? part.url, url: part.url };
}

function annotationsOf(message: Message, text: string, sources: unknown[]): unknown {
  const carried = dataOf(text);
  if (carried) return carried.data;
  if (message.role === 'assistant') return sources;
  if (!message.author) return [];
  return [{ type: ANNOTATION.person, name: message.author.name, avatar: message.author.avatar }];
}

/** The data of a message whose whole content is a JSON object of type 3. */
function dataOf(text: string): { data: unknown } | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const content: unknown = JSON.parse(text);
    const isData = typeof content === 'object' && content !== null && 'type' in content && 'data' in content;
    return isData && content.type === ANNOTATION.data ? { data: content.data } : null;
  } catch {
    return null;
  }
}

/** The results' entry has no row of its own: its id follows from its message's, in the shape of every other id. */
function idOfResults(messageId: string): string {
  const hex = createHash('sha256').update(`${messageId} results`).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
