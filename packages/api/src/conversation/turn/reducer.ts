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
  /** Half of a surrogate pair whose other half comes with the next piece. */
  carry: string;
  /** Of a thought: when it began, in milliseconds of the clock. */
  since?: number;
}

/**
 * Turns the AI SDK's stream into changes of a message's parts, each in constant time. It keeps the parts as they
 * are after every change made so far. Provider output is data: what is unknown is ignored, sizes are bounded.
 */
export class PartReducer {
  readonly parts: Part[];
  private readonly texts = new Map<string, OpenText>();
  private readonly tools = new Map<string, number>();
  /** Calls whose state is told by `tell`: what the stream still says of their input comes too late. */
  private readonly told = new Set<string>();
  private labels: ReadonlyMap<string, Pick<ToolPart, 'title' | 'source'>> = new Map();
  /** Of all texts and thoughts. */
  characters = 0;
  private toolCharacters = 0;
  /** When thoughts began that have no words yet. */
  private readonly begun = new Map<string, number>();
  private readonly now: () => number;
  /** An interrupted text goes on in its own part; until the first word it is unknown whether it does. */
  private resumable: number | null;

  /**
   * @param parts what an interrupted answer has already
   * @param now a clock in milliseconds
   */
  constructor(parts: readonly Part[] = [], now: () => number = steadyMs) {
    this.parts = [...parts];
    this.now = now;
    for (const part of parts) {
      if (part.type === 'text' || part.type === 'reasoning') this.characters += part.text.length;
      if (part.type === 'dynamic-tool') this.toolCharacters += JSON.stringify(part).length;
    }
    this.resumable = parts.at(-1)?.type === 'text' ? parts.length - 1 : null;
  }

  /** @throws ProviderStreamError when the answer outgrows what a message may hold */
  reduce(part: StreamPart): PartChange[] {
    switch (part.type) {
      case 'start-step':
        // Ids start again in every step; a provider may have left a text open. What was called before keeps its part: a
        // call under the same id must not be shown as the one that somebody knows already.
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

  /** What people call tools that are none of ours, by the names that models know. */
  label(labels: ReadonlyMap<string, Pick<ToolPart, 'title' | 'source'>>): void {
    this.labels = labels;
  }

  /** Says how a call stands that waits for consent, whose input someone may change. */
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

  /** Puts a part of our own behind the others. */
  push(part: Part): PartChange[] {
    if (this.parts.length >= MAX_PARTS) throw tooLarge();
    return this.set(this.parts.length, part);
  }

  /** Changes the words that were said until now; nothing of them streams any more. */
  rewrite(change: (text: string) => string): PartChange[] {
    return this.parts.flatMap((part, index) => {
      if (part.type !== 'text') return [];
      const text = change(part.text);
      return text === part.text ? [] : this.set(index, { ...part, text });
    });
  }

  /** Closes what is still open: nothing streams any more, and calls without a result say why. */
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
    // Whatever comes first that is not the text's continuation stands for itself.
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
