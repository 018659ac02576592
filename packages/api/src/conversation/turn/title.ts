import type { LanguageModelV4 } from '@ai-sdk/provider';
import { generateText } from 'ai';
import { cleanTitle, titleRequest } from '../../ai/context/context.ts';
import { SIDE_REQUEST_MS } from '../../content/turn/limits.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { consumedBy, NOTHING } from './meter.ts';
import type { SideRequest } from './types.ts';

interface TitleInput {
  question: string;
  answer: string;
  signal: AbortSignal;
  /** Called with its usage; never throws. */
  onCost(cost: TitleCost): Promise<void>;
}

/** Usage of a title. */
export type TitleCost = Omit<SideRequest, 'kind'>;

/** Names a conversation after its first question and answer: by its own model, or by the question's first words. */
export async function titleOf(
  model: LanguageModelV4,
  { question, answer, signal, onCost }: TitleInput,
): Promise<string> {
  const request = titleRequest(question, answer);
  const { instructions, prompt, maxOutputTokens } = request;
  const startedAt = steadyMs();
  try {
    const { text, usage } = await generateText({
      model,
      instructions,
      prompt,
      maxOutputTokens,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(SIDE_REQUEST_MS)]),
    });
    await onCost({ status: 'done', ...consumedBy(request, text, usage), durationMs: steadyMs() - startedAt });
    const title = cleanTitle(text);
    if (title !== '') return title;
  } catch {
    // A name is not worth an error: the question has words too.
    await onCost({ status: 'failed', ...NOTHING, durationMs: steadyMs() - startedAt });
  }
  return plainTitle(question);
}

/** Makes a name without asking a model. */
export function plainTitle(question: string): string {
  return cleanTitle(question.slice(0, 60));
}
