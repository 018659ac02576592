import { createHash } from 'node:crypto';
import { withoutCitationLinks } from '@tandem/shared/dataset/citation';
import { isShownImage } from '@tandem/shared/file/schema';
import {
  type CitationPart,
  type FilePart,
  filesOf,
  type Part,
  type SourceUrlPart,
  type ToolPart,
  textOf,
} from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import type { Page } from '@tandem/shared/pagination/schema';

/** One entry of a channel's history for older REST clients. */
export interface LegacyMessage {
  id: string;
  role: 'user' | 'assistant' | 'tool';
  content: string | LegacyContentPart[] | LegacyToolResult[];
  toolInvocations: LegacyInvocation[];
  annotations: unknown;
  /** Sources of an assistant's answer: web pages, and quotes of files. */
  ragContent?: LegacySource[];
  user: { name: string; avatar: string } | null;
  assistant: { id: string; name: string; avatar: string } | null;
  status: Message['status'];
  /** The reason of its failure; absent for a successful one. */
  error?: NonNullable<Message['error']>;
  createdAt: Date;
}

export interface LegacySource {
  title: string;
  /** Empty for a quote: these clients know no address within the product. */
  url: string;
  /** The quote, by ids with which the dataset's paths answer its page. */
  citation?: LegacyCitation;
}

export interface LegacyCitation {
  /** Its number in the text, as in `[1]`. */
  n: number;
  quote: string;
  /** Absent for a file that was sent with a message. */
  datasetId?: string;
  documentId: string;
  /** Where the quote stands, page and offsets in its text; null when it was not found. */
  place: { page: number; label: string; from: number; to: number } | null;
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

/** Values of an annotation's `type`: a person, or data in the message's own content. */
const ANNOTATION = { person: 2, data: 3 };

/** A page of history; a message that called tools is followed by an entry with their results. */
export function presentHistory(page: Page<Message>): Page<LegacyMessage> {
  return { list: page.list.flatMap(presentLegacy), pagination: page.pagination };
}

/** Presents one message as one or two entries. */
export function presentLegacy(message: Message): LegacyMessage[] {
  const tools = message.parts.filter((part) => part.type === 'dynamic-tool');
  const text = withoutCitationLinks(textOf(message.parts));
  const isAssistant = message.role === 'assistant';
  const sources = [
    ...message.parts.filter((part) => part.type === 'source-url').map(presentSource),
    ...message.parts.filter((part) => part.type === 'data-citation').map(presentCitation),
  ];
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

/** Appends attachments to a text as Markdown links: the only way in which these clients show a file. */
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
  if (part.type === 'text') return [{ type: 'text', text: withoutCitationLinks(part.text) }];
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

function presentSource(part: SourceUrlPart): LegacySource {
  return { title: part.title ?? part.url, url: part.url };
}

function presentCitation({ data: { n, name, quote, source, place } }: CitationPart): LegacySource {
  return {
    title: `[${n}] ${name}${place ? `, ${place.label}` : ''}`,
    url: '',
    citation: {
      ...{ n, quote, documentId: source.id, place },
      ...(source.datasetId !== undefined && { datasetId: source.datasetId }),
    },
  };
}

function annotationsOf(message: Message, text: string, sources: LegacySource[]): unknown {
  const carried = dataOf(text);
  if (carried) return carried.data;
  if (message.role === 'assistant') return sources;
  if (!message.author) return [];
  return [{ type: ANNOTATION.person, name: message.author.name, avatar: message.author.avatar }];
}

/** Returns the data of a message whose whole content is a JSON object of type 3. */
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

/** The entry of results has no row: its id is derived from its message's, shaped like every other id. */
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
