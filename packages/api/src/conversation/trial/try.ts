import type { TryAssistant } from '@tandem/shared/assistant/schema';
import type { ModelMessage } from 'ai';
import { fitContext } from '../../ai/context/context.ts';
import { describeTools } from '../../ai/tools/tools.ts';
import type { UserContext } from '../../core/context.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import type { TriedPlace } from '../../models/assistant/assistant.rules.ts';
import { assertTools } from '../../models/assistant/tools.ts';
import { defaultInstructions, filledInstructions } from '../../models/assistant/variables.ts';
import { resolveModel } from '../../models/provider/provider.service.ts';
import { type CompletionRequest, type CompletionStream, startCompletion } from '../completion/stream.ts';

/** Tries of one person in an hour; comparing counts as two. */
const tries: Limit = { name: 'assistant.try', max: 240, windowSeconds: 60 * 60 };

export interface Try {
  place: TriedPlace;
  kind: 'try' | 'compare';
  input: Pick<TryAssistant, 'draft' | 'text' | 'history'>;
  /** Whether the person still has the right. */
  mayGoOn(): Promise<boolean>;
  /** Aborted when the client hangs up. */
  signal: AbortSignal;
}

/**
 * Asks a draft assistant and streams its answer. Stores nothing but usage.
 * @throws AppError `notFound` for a model that is not the team's, `noModel`, `notConfigured`,
 * `tooManyRequests`, and those of `startCompletion`
 */
export async function startTry(
  ctx: UserContext,
  { place, kind, input, mayGoOn, signal }: Try,
): Promise<CompletionStream> {
  await limitByActor(ctx, tries);
  const { teamId, appId, assistant } = place;
  await assertTools(ctx, teamId, input.draft.tools, assistant?.tools);
  const resolved = await resolveModel(ctx, { modelId: input.draft.modelId ?? null, teamId });
  const { contextWindow, abilities } = resolved.model;
  const tools = abilities.tools ? input.draft.tools : [];
  return startCompletion(ctx, {
    kind,
    place: { teamId, appId, channelId: null, assistantId: assistant?.id ?? null },
    model: resolved,
    request: await requestOf(ctx, place, input, contextWindow, tools),
    tools,
    written: { instructions: input.draft.instructions, texts: writtenTexts(input) },
    mayGoOn,
    signal,
  });
}

/** What the person wrote in a try, newest first. */
function writtenTexts({ text, history = [] }: Try['input']): string[] {
  const earlier = history.filter(({ role }) => role === 'user').toReversed();
  return [text, ...earlier.map((each) => each.text)];
}

/**
 * Builds the model's input: the newest messages of the try that fit, and the instructions as in a channel.
 */
async function requestOf(
  ctx: UserContext,
  { teamId, appId }: TriedPlace,
  { draft, text, history = [] }: Try['input'],
  contextWindow: number,
  tools: readonly string[],
): Promise<CompletionRequest> {
  const written = draft.instructions.trim() || defaultInstructions(draft.name);
  const { userId } = ctx.actor;
  const instructions = await filledInstructions(ctx.db, written, {
    ...{ userId, teamId, appId, channelId: null },
    language: ctx.language,
  });
  const said = [...history, { role: 'user' as const, text }].filter((each) => each.text.trim() !== '');
  const fit = fitContext({
    messages: said.map(({ role, text: words }) => ({
      role,
      parts: [{ type: 'text' as const, text: words }],
    })),
    limit: contextWindow,
    instructions,
    summary: null,
    tools: describeTools(tools),
  });
  return {
    estimate: fit.estimate,
    instructions: fit.instructions,
    parameters: draft.parameters,
    messages: fit.messages.map(({ role, parts }): ModelMessage => {
      const content = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
      return { role, content };
    }),
  };
}
