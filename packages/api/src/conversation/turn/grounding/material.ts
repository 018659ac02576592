import type { Part } from '@tandem/shared/message/parts';
import type { ContextMessage } from '../../../ai/context/context.ts';
import type { DocumentContext } from '../types.ts';

/** Adds the document to the newest question: its state at earlier questions is out of date. */
export function withDocument<M extends ContextMessage>(
  messages: readonly M[],
  { text, forModel }: DocumentContext,
): M[] {
  const newest = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map((message, index): M => {
    const parts = message.parts.map(
      (part): Part => (part.type === 'text' ? { ...part, text: forModel(part.text) } : part),
    );
    return { ...message, parts: index === newest ? [{ type: 'text', text }, ...parts] : parts };
  });
}

/** Adds the text of sources to the newest question: at earlier ones other sources may have been there. */
export function withSources<M extends ContextMessage>(messages: readonly M[], text: string): M[] {
  const newest = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map((message, index): M => {
    const sources: Part = { type: 'text', text };
    return index === newest ? { ...message, parts: [sources, ...message.parts] } : message;
  });
}
