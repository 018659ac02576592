import { MAX_TRY_LENGTH, MAX_TRY_MESSAGES } from '@tandem/shared/assistant/schema';
import type { CompletionEnd, CompletionEvent } from '@tandem/shared/completion/schema';
import { applyPartChange, type Part, textOf } from '@tandem/shared/message/parts';
import type { Draft } from './draft.ts';

/** An answer as it grows. */
export interface Answer {
  parts: Part[];
  model: string;
  end: CompletionEnd | null;
  /** It could not begin, or was cut: a sentence. */
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

/** Words said before, as many as are taken, the newest last. */
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
