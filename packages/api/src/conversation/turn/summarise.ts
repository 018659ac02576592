import type { SummaryPart } from '@tandem/shared/message/parts';
import { textOf } from '@tandem/shared/message/parts';
import { generateText } from 'ai';
import { estimateText, shortenText, summaryRequest } from '../../ai/context/context.ts';
import { SIDE_REQUEST_MS } from '../../content/turn/limits.ts';
import { cleanText } from '../../core/plain.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import type { ContextInput, ReadMessage } from './context.ts';
import { consumedBy, NOTHING } from './meter.ts';

/** Sent to the model in place of a summary that could not be made. */
const LEFT_OUT = 'Earlier messages were left out here because they no longer fit what the model can read.';

/**
 * Returns the model's input in place of the oldest messages when their summary failed: the previous summary.
 */
export function withoutSummary(held: SummaryPart | null, tokens: number): string {
  if (!held) return LEFT_OUT;
  const before = shortenText(held.data.text, Math.max(0, tokens - estimateText(LEFT_OUT)));
  return `${before}\n${LEFT_OUT}`;
}

/**
 * Has the model summarise the oldest messages and an earlier summary.
 * @returns null on failure: nothing is stored, and the next turn tries again
 */
export async function summarise(
  input: ContextInput,
  messages: readonly ReadMessage[],
  previous: SummaryPart | null,
  tokens: number,
): Promise<SummaryPart | null> {
  const data = {
    untilSeq: messages.findLast(({ seq }) => seq < input.answerSeq)?.seq ?? 0,
    messageCount: (previous?.data.messageCount ?? 0) + messages.length,
  };
  const request = summaryRequest({
    previous: previous?.data.text ?? null,
    messages: messages.map(({ name, role, parts }) => ({ speaker: name || role, text: textOf(parts) })),
    limit: input.contextWindow,
    tokens,
  });
  const { instructions, prompt, maxOutputTokens } = request;
  await input.beforeSummary(estimateText(instructions) + estimateText(prompt));
  const startedAt = steadyMs();
  try {
    const { text, usage } = await generateText({
      model: input.model,
      instructions,
      prompt,
      maxOutputTokens,
      maxRetries: 1,
      abortSignal: AbortSignal.any([input.signal, AbortSignal.timeout(SIDE_REQUEST_MS)]),
    });
    await input.onSummary({
      status: 'done',
      ...consumedBy(request, text, usage),
      durationMs: steadyMs() - startedAt,
    });
    // A model may ignore the requested size.
    const summary = cleanText(text.trim().slice(0, tokens * 8)).trim();
    if (summary !== '') return { type: 'data-summary', data: { ...data, text: summary } };
  } catch (error) {
    const status = input.signal.aborted ? 'stopped' : 'failed';
    await input.onSummary({ status, ...NOTHING, durationMs: steadyMs() - startedAt });
    input.signal.throwIfAborted();
    input.onSummaryFailed(error);
  }
  return null;
}
