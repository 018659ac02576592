import type { Part } from '@tandem/shared/message/parts';
import type { ContextMessage } from '../../../ai/context/context.ts';
import { isSources } from '../../../ai/context/sources.ts';
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

/**
 * Moves a text that came with the newest question to the beginning of what is sent. What does not change from question to
 * question then precedes the conversation, so that providers can keep it instead of reading it again each time.
 */
export function withSourcesFirst<M extends ContextMessage>(messages: readonly M[]): M[] {
  const newest = messages.findLastIndex(({ role }) => role === 'user');
  const [first] = messages;
  const isOfSources = (part: Part) => part.type === 'text' && isSources(part.text);
  const moved = messages[newest]?.parts.filter(isOfSources) ?? [];
  if (newest <= 0 || first?.role !== 'user' || moved.length === 0) return [...messages];
  return messages.map((message, index): M => {
    if (index === 0) return { ...message, parts: [...moved, ...message.parts] };
    return index === newest
      ? { ...message, parts: message.parts.filter((part) => !isOfSources(part)) }
      : message;
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
