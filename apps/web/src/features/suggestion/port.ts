import type { AcceptedSuggestion, AskSuggestion, SuggestionEvent } from '@tandem/shared/suggestion/schema';
import { api } from '../../lib/trpc.ts';

/** The request, apart from the document and the place. */
export type Wanted = Pick<AskSuggestion, 'task'> & Partial<Pick<AskSuggestion, 'language' | 'prompt'>>;

type Asked = Wanted & Pick<AskSuggestion, 'documentId'> & Partial<AskSuggestion>;

/** Asks for a suggestion, which streams in. Failures are shown in its place. */
export function askSuggestion(input: Asked, signal: AbortSignal): Promise<AsyncIterable<SuggestionEvent>> {
  return api.suggestion.ask.mutate(input, { signal, context: { streamed: true, silent: true } });
}

/** Has the server save the current version of the document, and returns the suggestion. */
export function acceptSuggestion(input: { documentId: string; text: string }): Promise<AcceptedSuggestion> {
  return api.suggestion.accept.mutate(input, { context: { silent: true } });
}
