import type { PauseReason } from '../agent/schema.ts';
import type { Citation, GroundingUse } from '../dataset/citation.ts';
import type { Drawing } from '../image/schema.ts';
import type { MessageError } from './schema.ts';

/**
 * Parts of a message: the shapes of AI SDK 7's UIMessage, with tools always as `dynamic-tool`,
 * and parts of our own, `data-…`.
 */
export interface TextPart {
  type: 'text';
  text: string;
  state?: 'streaming' | 'done';
}
export interface ReasoningPart {
  type: 'reasoning';
  text: string;
  state?: 'streaming' | 'done';
  /** Duration of the reasoning, once known. */
  seconds?: number;
}
export interface ToolPart {
  type: 'dynamic-tool';
  toolCallId: string;
  toolName: string;
  /** `approval-requested`: it waits for someone's consent. */
  state: 'input-streaming' | 'input-available' | 'approval-requested' | 'output-available' | 'output-error';
  /** Display name, unless built in. */
  title?: string;
  /** Name of its MCP server; absent for built-in tools. */
  source?: string;
  /** Set once it required consent. */
  consent?: ToolConsent;
  input?: unknown;
  output?: unknown;
  errorText?: string;
}
/** Consent to a tool call; without a decision it waits, or its turn ended first. */
export interface ToolConsent {
  /** `expired` when nobody decided in time. */
  decision?: 'approved' | 'refused' | 'expired';
  /** The person who decided. */
  deciderId?: number;
  /** It ran with an edited input. */
  isEdited?: boolean;
  /** It began before, and nobody knows whether it ended: it may run twice. Only while it waits. */
  isOutcomeUnknown?: boolean;
  /** JSON schema that a changed input has to fit; only while it waits. */
  inputSchema?: object;
  /** Names of that schema's properties in order, which stored JSON loses; only while it waits. */
  order?: string[];
}
export interface FilePart {
  type: 'file';
  mediaType: string;
  url: string;
  filename?: string;
  /** Bytes. */
  size?: number;
  /** Pixels of a picture. */
  width?: number;
  height?: number;
  /** The prompt of a drawn picture. */
  alt?: string;
  /** The prompt as the model that drew it rewrote it. */
  revisedPrompt?: string;
}
export interface SourceUrlPart {
  type: 'source-url';
  sourceId: string;
  url: string;
  title?: string;
}
export interface StepPart {
  type: 'step-start';
}
/** Replaces the messages up to `untilSeq` in the model's input; shown to people as a note. */
export interface SummaryPart {
  type: 'data-summary';
  data: { text: string; untilSeq: number; messageCount: number };
}
/** Drawing options: in a question as requested, in its answer as being drawn. */
export interface DrawingPart {
  type: 'data-drawing';
  data: Drawing & {
    /** Id of its row. */
    modelId: string;
  };
}
/** A quote that the text before it links to by number. */
export interface CitationPart {
  type: 'data-citation';
  data: Citation;
}
/** The sources an answer could use; the first part of such an answer. */
export interface GroundingPart {
  type: 'data-grounding';
  data: GroundingUse;
}
/** In a question: its answer may search the documents and messages of the workspace. */
export interface WorkspacePart {
  type: 'data-workspace';
  data: { asked: true };
}
/** Where a run of an agent paused, and what failed if its provider did; the last part while it does. */
export interface PausePart {
  type: 'data-pause';
  data: { reason: PauseReason; error?: MessageError };
}
/** A run nears a limit at which it pauses: that many steps, or milliseconds of work. */
export interface LimitPart {
  type: 'data-limit';
  data: { limit: 'steps' | 'time'; at: number };
}
/** What somebody wrote while a run worked, read at its next step. */
export interface SaidPart {
  type: 'data-said';
  data: { userId: number; text: string };
}
/** What sent a message on behalf of its author. */
export interface MessageTrigger {
  scheduleId: string;
  /** The schedule's name at that time. */
  name: string;
  kind: 'time' | 'webhook' | 'manual';
  /** What the caller of a webhook sent: nobody's words, and nothing to obey. Null where nothing came. */
  outside: string | null;
}
/** In a question: it was sent by a schedule. */
export interface TriggerPart {
  type: 'data-trigger';
  data: MessageTrigger;
}
export type Part =
  | TextPart
  | ReasoningPart
  | ToolPart
  | FilePart
  | SourceUrlPart
  | StepPart
  | SummaryPart
  | DrawingPart
  | CitationPart
  | GroundingPart
  | WorkspacePart
  | PausePart
  | LimitPart
  | SaidPart
  | TriggerPart;

/**
 * A change of a running message's parts, addressed by index so that it applies in O(1). `set` replaces the
 * part at `index` (or appends it); `append` adds text to a text or reasoning part.
 */
export type PartChange =
  | { op: 'set'; index: number; part: Part }
  | { op: 'append'; index: number; text: string };

/** Applies one change to a list of parts and returns the new list; unchanged parts keep their identity. */
export function applyPartChange(parts: readonly Part[], change: PartChange): Part[] {
  const next = parts.slice();
  if (change.op === 'set') {
    next[change.index] = change.part;
    return next;
  }
  const part = next[change.index];
  if (part?.type === 'text' || part?.type === 'reasoning') {
    next[change.index] = { ...part, text: part.text + change.text };
  }
  return next;
}

/** The words of a message, without reasoning, tools and files. */
export function textOf(parts: readonly Part[]): string {
  return parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n\n');
}

/** Returns a message's drawing options; null for others. */
export function drawingOf(parts: readonly Part[]): DrawingPart['data'] | null {
  return parts.find((part) => part.type === 'data-drawing')?.data ?? null;
}

/** Returns what sent a question on behalf of its author; null where a person sent it. */
export function triggerOf(parts: readonly Part[]): MessageTrigger | null {
  return parts.find((part) => part.type === 'data-trigger')?.data ?? null;
}

/** Whether a question asks the whole workspace. */
export function asksWorkspace(parts: readonly Part[]): boolean {
  return parts.some(({ type }) => type === 'data-workspace');
}

/** The files of a message. */
export function filesOf(parts: readonly Part[]): FilePart[] {
  return parts.filter((part) => part.type === 'file');
}
