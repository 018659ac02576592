import { acceptSuggestionSchema, askSuggestionSchema } from '@tandem/shared/suggestion/schema';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { documentRule } from '../../document/model/document.rules.ts';
import { acceptSuggestion } from './accept.ts';
import { askSuggestion } from './ask.ts';

const NEVER = new AbortController().signal;

export const suggestionRouter = router({
  /**
   * Requests a text that could be inserted into a document; streams. A mutation, since it spends: another
   * site must not trigger it by a link. Use `httpBatchStreamLink`; hanging up stops it.
   */
  ask: procedure
    .guarded(askSuggestionSchema, documentRule('channel.ask'))
    .mutation(({ ctx, input, signal = NEVER }) => askSuggestion(ctx, ctx.document, input, signal)),

  accept: procedure
    .guarded(acceptSuggestionSchema, documentRule('channel.edit'))
    .mutation(({ ctx, input }) => acceptSuggestion(ctx, ctx.document, input.text)),
});
