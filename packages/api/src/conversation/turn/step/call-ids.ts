import type { ModelMessage } from 'ai';
import { MAX_INPUT_CHARACTERS } from '../../../content/turn/limits.ts';
import type { AskedCall } from '../../../content/turn/step.repo.ts';
import { cleanText, plainJson } from '../../../core/plain.ts';
import type { StreamPart } from '../reducer.ts';

type Call = Extract<StreamPart, { type: 'tool-call' }>;

/** The ids of the calls of one request, each of its own: a provider may give two calls the same. */
export class CallIds {
  /** In the order of the calls; null for one whose input does not fit, which is answered already. */
  private readonly ids: (string | null)[] = [];

  get count(): number {
    return this.ids.length;
  }

  /** Takes the next call of the stream, whose id is changed if another had it; returns it unless its input does not fit. */
  take(call: Call): AskedCall[] {
    const id = cleanText(call.toolCallId);
    const isTaken = this.ids.includes(id);
    this.ids.push(call.invalid ? null : isTaken ? `${id}~${this.ids.length}` : id);
    const own = this.ids.at(-1);
    if (own === null || own === undefined) return [];
    if (isTaken) call.toolCallId = own;
    const input = plainJson(call.input, MAX_INPUT_CHARACTERS) as object;
    return [{ toolCallId: own, toolName: call.toolName, input }];
  }

  /** The messages of the request with these ids. */
  rename(messages: readonly ModelMessage[]): ModelMessage[] {
    const ids = this.ids.values();
    return messages.map((message) => {
      if (message.role !== 'assistant' || typeof message.content === 'string') return message;
      const content = message.content.map((part) => {
        if (part.type !== 'tool-call') return part;
        return { ...part, toolCallId: ids.next().value ?? part.toolCallId };
      });
      return { ...message, content };
    });
  }
}
