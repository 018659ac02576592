import type { AcceptedSuggestion, AskSuggestion, SuggestionEvent } from '@tandem/shared/suggestion/schema';
import { api } from '../../lib/trpc.ts';

/** What is asked, beside the document and the place in it. */
export type Wanted = Pick<AskSuggestion, 'task'> & Partial<Pick<AskSuggestion, 'language' | 'prompt'>>;

type Asked = Wanted & Pick<AskSuggestion, 'documentId'> & Partial<AskSuggestion>;

/** Asks for a suggestion, which comes as it is written. Failures are shown where it would stand. */
export function askSuggestion(input: Asked, signal: AbortSignal): Promise<AsyncIterable<SuggestionEvent>> {
  return api.suggestion.ask.mutate(input, { signal, context: { streamed: true, silent: true } });
}

/** Has the server keep the document as it is, and read the suggestion. */
export function acceptSuggestion(input: { documentId: string; text: string }): Promise<AcceptedSuggestion> {
  return api.suggestion.accept.mutate(input, { context: { silent: true } });
}
