import { MAX_TRY_LENGTH, MAX_TRY_MESSAGES } from '@tandem/shared/assistant/schema';
import type { CompletionEnd, CompletionEvent } from '@tandem/shared/completion/schema';
import { applyPartChange, type Part, textOf } from '@tandem/shared/message/parts';
import type { Draft } from './draft.ts';

/** An answer as it grows. */
export interface Answer {
  parts: Part[];
  model: string;
  end: CompletionEnd | null;
  /** Why it could not start or was cut off, as a sentence. */
  problem: string | null;
}

export const unanswered: Answer = { parts: [], model: '', end: null, problem: null };

/** An answer after an event. */
export function applyTryEvent(answer: Answer, event: CompletionEvent): Answer {
  switch (event.type) {
    case 'began':
      return { ...answer, model: event.model.name };
    case 'grew':
      return { ...answer, parts: event.changes.reduce(applyPartChange, answer.parts) };
    case 'ended': {
      const { type: _, ...end } = event;
      return { ...answer, end };
    }
  }
}

/** The draft as a try takes it. */
export function triedDraft({ name, instructions, modelId, parameters, tools }: Draft, fallback: string) {
  return { name: name.trim() || fallback, instructions, modelId, parameters, tools };
}

/** Earlier exchanges, up to the accepted number, newest last. */
export function historyOf(exchanges: readonly { text: string; answer: Answer }[]) {
  return exchanges
    .flatMap(({ text, answer }) => [
      { role: 'user' as const, text },
      { role: 'assistant' as const, text: textOf(answer.parts) },
    ])
    .map(({ role, text }) => ({ role, text: text.slice(0, MAX_TRY_LENGTH) }))
    .filter(({ text }) => text !== '')
    .slice(-MAX_TRY_MESSAGES);
}
