import type { Part, PartChange, ReasoningPart, TextPart, ToolPart } from '@tandem/shared/message/parts';
import type { TextStreamPart, ToolSet } from 'ai';
import { ProviderStreamError } from '../../ai/errors/types.ts';
import {
  MAX_ANSWER_CHARACTERS,
  MAX_PARTS,
  MAX_TOOL_CHARACTERS,
  MAX_TOOLS_CHARACTERS,
} from '../../content/turn/limits.ts';
import { cleanText, plainJson } from '../../core/plain.ts';
import { steadyMs } from '../../core/timing/steady.ts';

export type StreamPart = TextStreamPart<ToolSet>;

interface OpenText {
  index: number;
  /** The first half of a surrogate pair, until the next delta. */
  carry: string;
  /** For reasoning: when it began, in milliseconds of the clock. */
  since?: number;
}

/**
 * Reduces AI SDK's stream to changes of a message's parts, each in constant time. `parts` is the state after
 * all changes so far. Provider output is untrusted: unknown parts are ignored, sizes are bounded.
 */
export class PartReducer {
  readonly parts: Part[];
  private readonly texts = new Map<string, OpenText>();
  private readonly tools = new Map<string, number>();
  /** Calls whose state is set by `tell`; later input parts of the stream are ignored. */
  private readonly told = new Set<string>();
  private labels: ReadonlyMap<string, Pick<ToolPart, 'title' | 'source'>> = new Map();
  /** Total of text and reasoning. */
  characters = 0;
  private toolCharacters = 0;
  /** Start times of reasoning without text yet. */
  private readonly begun = new Map<string, number>();
  private readonly now: () => number;
  /** An interrupted text continues in its own part; this is undecided until the first delta. */
  private resumable: number | null;

  /**
   * @param parts existing parts of an interrupted answer
   * @param now a clock in milliseconds
   */
  constructor(parts: readonly Part[] = [], now: () => number = steadyMs) {
    this.parts = [...parts];
    this.now = now;
    for (const part of parts) {
      if (part.type === 'text' || part.type === 'reasoning') this.characters += part.text.length;
      if (part.type === 'dynamic-tool') this.toolCharacters += JSON.stringify(part).length;
    }
    // Citations of a text stand beside it.
    const last = parts.findLastIndex(({ type }) => type !== 'data-citation');
    this.resumable = parts[last]?.type === 'text' ? last : null;
  }

  /** Goes on with the last step of an answer that waited: its calls keep their parts, and its text is complete. */
  reopenStep(): void {
    const first = this.parts.findLastIndex(({ type }) => type === 'step-start');
    this.parts.forEach((part, index) => {
      if (index > first && part.type === 'dynamic-tool') this.tools.set(part.toolCallId, index);
    });
    this.resumable = null;
  }

  /** @throws ProviderStreamError when the answer exceeds what a message may hold */
  reduce(part: StreamPart): PartChange[] {
    switch (part.type) {
      case 'start-step':
        // Ids start again in every step; a provider may have left a text open. Earlier calls keep their
        // parts: a call that reuses an id must not be shown as the one already known.
        this.tools.clear();
        this.told.clear();
        return [...this.closeTexts(), ...(this.resumable === null ? this.push({ type: 'step-start' }) : [])];
      case 'reasoning-start':
        this.begun.set(part.id, this.now());
        return [];
      case 'text-delta':
        return this.grow('text', part.id, part.text);
      case 'reasoning-delta':
        return this.grow('reasoning', part.id, part.text);
      case 'text-end':
        return this.close('text', part.id);
      case 'reasoning-end':
        return this.close('reasoning', part.id);
      case 'tool-input-start':
        return this.tool(part.id, part.toolName, { state: 'input-streaming' });
      case 'tool-call':
        if (this.told.has(part.toolCallId)) return [];
        return this.tool(part.toolCallId, part.toolName, {
          state: 'input-available',
          input: this.toolJson(part.input),
        });
      case 'tool-result':
        return this.tool(part.toolCallId, part.toolName, {
          state: 'output-available',
          output: this.toolJson(part.output),
        });
      case 'tool-error':
        return this.tool(part.toolCallId, part.toolName, {
          state: 'output-error',
          errorText: errorText(part.error),
        });
      case 'source':
        return part.sourceType === 'url' && /^https?:/i.test(part.url)
          ? this.push({
              type: 'source-url',
              sourceId: cleanText(part.id),
              url: cleanText(part.url),
              ...(part.title && { title: cleanText(part.title.slice(0, 500)) }),
            })
          : [];
      default:
        return [];
    }
  }

  /** Sets the display names of MCP tools, by their names for models. */
  label(labels: ReadonlyMap<string, Pick<ToolPart, 'title' | 'source'>>): void {
    this.labels = labels;
  }

  /** Sets the state of a call waiting for consent, whose input may be edited. */
  tell(
    call: { toolCallId: string; toolName: string },
    change: Partial<ToolPart> & Pick<ToolPart, 'state'>,
  ): PartChange[] {
    this.told.add(call.toolCallId);
    const { input } = change;
    return this.tool(call.toolCallId, call.toolName, {
      ...change,
      ...(input !== undefined && { input: this.toolJson(input) }),
    });
  }

  /** Appends a part of our own. */
  push(part: Part): PartChange[] {
    // A run that is at its end can still say so.
    if (this.parts.length >= MAX_PARTS && part.type !== 'data-pause') throw tooLarge();
    return this.set(this.parts.length, part);
  }

  /** Rewrites the text so far; nothing of it may be streaming. */
  rewrite(change: (text: string) => string): PartChange[] {
    return this.parts.flatMap((part, index) => {
      if (part.type !== 'text') return [];
      const text = change(part.text);
      return text === part.text ? [] : this.set(index, { ...part, text });
    });
  }

  /** Closes open parts at the end of the stream; calls without a result get the reason. */
  settle(reason: string): PartChange[] {
    const open = this.closeTexts();
    const rest = this.parts.flatMap((part, index) => {
      const settled = settledPart(part, reason);
      return settled === part ? [] : this.set(index, settled);
    });
    return [...open, ...rest];
  }

  private set(index: number, part: Part): PartChange[] {
    this.parts[index] = part;
    return [{ op: 'set', index, part }];
  }

  private grow(type: 'text' | 'reasoning', id: string, piece: string): PartChange[] {
    const key = `${type} ${id}`;
    const open = this.texts.get(key);
    let text = (open?.carry ?? '') + piece;
    let carry = '';
    if (/[\ud800-\udbff]$/.test(text)) {
      carry = text.slice(-1);
      text = text.slice(0, -1);
    }
    text = cleanText(text);
    if (open) open.carry = carry;
    if (text === '' && carry === '') return [];
    this.characters += text.length;
    if (this.characters > MAX_ANSWER_CHARACTERS) throw tooLarge();
    if (open) return text === '' ? [] : this.append(open.index, text);
    const { resumable } = this;
    // Any other first part starts a new part.
    this.resumable = null;
    if (type === 'text' && resumable !== null) {
      this.texts.set(key, { index: resumable, carry });
      const before = this.parts[resumable] as TextPart;
      return this.set(resumable, { ...before, text: before.text + text, state: 'streaming' });
    }
    const changes = this.push({ type, text, state: 'streaming' });
    const since = type === 'reasoning' ? { since: this.begun.get(id) ?? this.now() } : {};
    this.texts.set(key, { index: this.parts.length - 1, carry, ...since });
    return changes;
  }

  private append(index: number, text: string): PartChange[] {
    const part = this.parts[index] as TextPart | ReasoningPart;
    this.parts[index] = { ...part, text: part.text + text };
    return [{ op: 'append', index, text }];
  }

  private close(type: 'text' | 'reasoning', id: string): PartChange[] {
    const open = this.texts.get(`${type} ${id}`);
    if (!open) return [];
    this.texts.delete(`${type} ${id}`);
    return this.closeText(open);
  }

  private closeTexts(): PartChange[] {
    const changes = [...this.texts.values()].flatMap((open) => this.closeText(open));
    this.texts.clear();
    this.begun.clear();
    return changes;
  }

  private closeText({ index, since }: OpenText): PartChange[] {
    const part = settledPart(this.parts[index] as Part, '');
    if (since === undefined || part.type !== 'reasoning') return this.set(index, part);
    return this.set(index, { ...part, seconds: Math.max(1, Math.round((this.now() - since) / 1_000)) });
  }

  private toolJson(value: unknown): unknown {
    const plain = plainJson(value, MAX_TOOL_CHARACTERS);
    this.toolCharacters += (JSON.stringify(plain) ?? '').length;
    if (this.toolCharacters > MAX_TOOLS_CHARACTERS) throw tooLarge();
    return plain;
  }

  private tool(callId: string, toolName: string, change: Partial<ToolPart> & Pick<ToolPart, 'state'>) {
    this.resumable = null;
    const index = this.tools.get(callId);
    const names = { toolCallId: cleanText(callId), toolName: cleanText(toolName) };
    const before = index === undefined ? undefined : (this.parts[index] as ToolPart);
    if (index !== undefined && before?.toolName === names.toolName)
      return this.set(index, { ...before, ...change });
    const label = this.labels.get(toolName);
    const changes = this.push({ type: 'dynamic-tool', ...names, ...label, ...change });
    this.tools.set(callId, this.parts.length - 1);
    return changes;
  }
}

/** Closes a part for good: open text is done, a call without a result has failed for `reason`. */
export function settledPart(part: Part, reason: string): Part {
  if ((part.type === 'text' || part.type === 'reasoning') && part.state === 'streaming')
    return { ...part, state: 'done' };
  if (part.type !== 'dynamic-tool' || part.state.startsWith('output')) return part;
  const { inputSchema: _, order: __, ...consent } = part.consent ?? {};
  return { ...part, state: 'output-error', errorText: reason, ...(part.consent && { consent }) };
}

function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return cleanText(text.slice(0, 2_000));
}

function tooLarge(): ProviderStreamError {
  return new ProviderStreamError('large', 'The answer is longer than a message may be.');
}
