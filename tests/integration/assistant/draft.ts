import type { CompletionEvent } from '@tandem/shared/completion/schema';
import { applyPartChange, type Part, textOf } from '@tandem/shared/message/parts';

/** An assistant that is still being written, as its editor sends it. */
export const draftWith = (modelId: string, values = {}) => ({
  name: 'Draft',
  instructions: 'Help {{user_name}}.',
  modelId,
  parameters: { temperature: 0.5 },
  tools: ['calculator'],
  ...values,
});

/** Follows a test answer to its end and assembles it. */
export async function gathered(stream: AsyncIterable<CompletionEvent>) {
  const events: CompletionEvent[] = [];
  let parts: Part[] = [];
  for await (const event of stream) {
    events.push(event);
    if (event.type === 'grew') for (const change of event.changes) parts = applyPartChange(parts, change);
  }
  const end = events.at(-1);
  if (end?.type !== 'ended') throw new Error('it has no end');
  return { events, parts, text: textOf(parts), end };
}
