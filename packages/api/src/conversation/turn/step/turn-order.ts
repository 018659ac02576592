import type { ModelMessage } from 'ai';

/** What the model says between the results it read and the words that came meanwhile. */
const READ = 'I have read these results.';

/**
 * Puts messages so that every provider accepts their order: some refuse words of a person right after the results of
 * tools. The words stay a person's own, since as a part of a result they would be read as what a tool says.
 */
export function inTurnOrder(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message, index): ModelMessage[] => {
    const isUnread = message.role === 'user' && messages[index - 1]?.role === 'tool';
    return isUnread ? [{ role: 'assistant', content: READ }, message] : [message];
  });
}
