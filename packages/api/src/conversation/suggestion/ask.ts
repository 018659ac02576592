import { applyPartChange, type Part, textOf } from '@tandem/shared/message/parts';
import { type AskSuggestion, MAX_SELECTION, type SuggestionEvent } from '@tandem/shared/suggestion/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { runDocumentOperation } from '../../document/edit/operations.ts';
import { readContent } from '../../document/model/content.ts';
import { documentFor } from '../../document/model/document.rules.ts';
import { assistantFor } from '../../models/assistant/assistant.service.ts';
import { resolveModel } from '../../models/provider/provider.service.ts';
import { type CompletionStream, startCompletion } from '../completion/stream.ts';
import { suggestionPrompt } from './prompt.ts';

/** Suggestions of one person in an hour. */
const asks: Limit = { name: 'suggestion.ask', max: 240, windowSeconds: 60 * 60 };

export type SuggestionStream = AsyncGenerator<SuggestionEvent, void, undefined>;

/**
 * Asks the model of a document's assistant for text that could be inserted, and streams it. The document
 * stays unchanged: the asker decides.
 * @param signal aborted when the client hangs up
 * @throws AppError `selectionTooLong`, `noWriter` when only the built-in model is available, `noModel`,
 * `notConfigured`, `tooManyRequests`, and those of `startCompletion`
 */
export async function askSuggestion(
  ctx: UserContext,
  document: LoadedChannel,
  input: AskSuggestion,
  signal: AbortSignal,
): Promise<SuggestionStream> {
  await limitByActor(ctx, asks);
  const { id: documentId, teamId, appId, name: title } = document;
  const assistant = await assistantFor(ctx, document);
  const model = await resolveModel(ctx, { modelId: assistant.modelId, teamId });
  if (model.provider.kind === 'offline') throw new AppError('noWriter');
  const { blocksJson } = await readContent(ctx.db, documentId);
  const { selection, ...around } = await runDocumentOperation(
    'surroundings',
    { blocksJson, selection: input.selection, first: input.blockId, last: input.lastBlockId },
    { owner: ctx.actor.userId, signal },
  );
  if (selection.length > MAX_SELECTION) throw new AppError('selectionTooLong');
  // Text is continued after the cursor's block.
  const isAtCursor = selection === '';
  const surroundings = isAtCursor
    ? { ...around, before: `${around.before}\n\n${around.passage}`.trim(), passage: '' }
    : around;
  const { contextWindow } = model.model;
  const asked = suggestionPrompt({ ...input, title, selection }, surroundings, contextWindow);
  if (!asked) throw new AppError('selectionTooLong');
  const stream = await startCompletion(ctx, {
    kind: 'suggestion',
    place: { teamId, appId, channelId: documentId, assistantId: assistant.id },
    model,
    request: {
      instructions: asked.instructions,
      messages: [{ role: 'user', content: asked.prompt }],
      estimate: asked.estimate,
    },
    // Text of a document could talk a model into using them.
    tools: [],
    mayGoOn: () => stillMay(ctx, documentId),
    signal,
  });
  return wordsOf(stream);
}

async function stillMay({ db, actor }: UserContext, documentId: string): Promise<boolean> {
  return documentFor(db, actor, { documentId }, 'channel.ask').then(
    () => true,
    () => false,
  );
}

/** Yields the text of an answer as it streams, without reasoning. */
async function* wordsOf(stream: CompletionStream): SuggestionStream {
  let parts: Part[] = [];
  let told = '';
  for await (const event of stream) {
    if (event.type !== 'grew') {
      yield event;
      continue;
    }
    for (const change of event.changes) parts = applyPartChange(parts, change);
    const text = textOf(parts);
    if (text.length > told.length) yield { type: 'grew', text: text.slice(told.length) };
    told = text;
  }
}
