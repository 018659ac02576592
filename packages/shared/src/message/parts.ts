import type { Drawing } from '../image/schema.ts';

/**
 * Parts of a message: the shapes of AI SDK 7's UIMessage, with tools always as `dynamic-tool`,
 * and two of our own, `data-summary` and `data-drawing`.
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
  /** How long the model thought, once it is known. */
  seconds?: number;
}
export interface ToolPart {
  type: 'dynamic-tool';
  toolCallId: string;
  toolName: string;
  /** `approval-requested`: it waits for someone's consent. */
  state: 'input-streaming' | 'input-available' | 'approval-requested' | 'output-available' | 'output-error';
  /** What people call it, where it is none of ours. */
  title?: string;
  /** Name of the server whose tool it is; absent: ours. */
  source?: string;
  /** Set once it asked for someone's consent. */
  consent?: ToolConsent;
  input?: unknown;
  output?: unknown;
  errorText?: string;
}
/** Whether someone consented to a tool's call; without a decision it waits, or its turn ended before there was one. */
export interface ToolConsent {
  /** `expired`: nobody decided in time. */
  decision?: 'approved' | 'refused' | 'expired';
  /** The person who decided. */
  deciderId?: number;
  /** It ran with another input than the model gave. */
  isEdited?: boolean;
  /** JSON schema that a changed input has to fit; only while it waits. */
  inputSchema?: object;
  /** Names of that schema's properties, in its order, which stored JSON does not keep; only while it waits. */
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
  /** What a drawn picture was asked to show. */
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
/** Stands for the older messages up to `untilSeq` in what the model reads; people see it as a note. */
export interface SummaryPart {
  type: 'data-summary';
  data: { text: string; untilSeq: number; messageCount: number };
}
/** How pictures were asked for, in a question to a model that draws; in its answer, how they are being drawn. */
export interface DrawingPart {
  type: 'data-drawing';
  data: Drawing & {
    /** Of the row. */
    modelId: string;
  };
}
export type Part =
  | TextPart
  | ReasoningPart
  | ToolPart
  | FilePart
  | SourceUrlPart
  | StepPart
  | SummaryPart
  | DrawingPart;

/**
 * A change to a running message's parts, addressed by index so that applying it is O(1).
 * `set` puts a whole part at `index` (appending when it equals the length); `append` adds text to a text
 * or reasoning part.
 */
export type PartChange =
  | { op: 'set'; index: number; part: Part }
  | { op: 'append'; index: number; text: string };

/** Applies one change to a list of parts and returns the new list; untouched parts keep their identity. */
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

/** How a message asks for pictures, or is drawn; null for every other. */
export function drawingOf(parts: readonly Part[]): DrawingPart['data'] | null {
  return parts.find((part) => part.type === 'data-drawing')?.data ?? null;
}

/** The files of a message. */
export function filesOf(parts: readonly Part[]): FilePart[] {
  return parts.filter((part) => part.type === 'file');
}
