import type { LanguageModelV4 } from '@ai-sdk/provider';
import { generateText } from 'ai';
import { cleanTitle, titleRequest } from '../context/context.ts';
import { SIDE_REQUEST_MS } from './limits.ts';

/** Names a conversation after its first question and answer: by its own model, or by the question's first words. */
export async function titleOf(
  model: LanguageModelV4,
  { question, answer, signal }: { question: string; answer: string; signal: AbortSignal },
): Promise<string> {
  try {
    const { instructions, prompt, maxOutputTokens } = titleRequest(question, answer);
    const { text } = await generateText({
      model,
      instructions,
      prompt,
      maxOutputTokens,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(SIDE_REQUEST_MS)]),
    });
    const title = cleanTitle(text);
    if (title !== '') return title;
  } catch {
    // A name is not worth an error: the question has words too.
  }
  return cleanTitle(question.slice(0, 60));
}
