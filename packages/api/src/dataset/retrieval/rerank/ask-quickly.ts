import { transaction } from '@tandem/db';
import type { ModelKind } from '@tandem/shared/provider/schema';
import { estimateText } from '../../../ai/context/estimate.ts';
import { classifyProviderError } from '../../../ai/errors/classify.ts';
import type { Models, ProviderConnection } from '../../../ai/providers/types.ts';
import { AppError } from '../../../core/errors.ts';
import { perProcess } from '../../../core/per-process.ts';
import type { Platform } from '../../../core/platform.ts';
import { steadyMs } from '../../../core/timing/steady.ts';
import { assertBudgets, assertPriced } from '../../../models/budget/budget.service.ts';
import { enabledModel, modelsOf, type ResolvedModel } from '../../../models/provider/provider.service.ts';
import { recordUsage } from '../../../models/usage/usage.service.ts';

/** Milliseconds for which a model that failed, or was too slow, is not asked again. */
const REST_MS = 30_000;

/** Failures that are about what was asked. */
const ofQuestion: ReadonlySet<string> = new Set(
  (['contextTooLong', 'badRequest', 'tooLarge', 'filtered'] as const).map((name) => `provider.${name}`),
);

/** When each model may be asked again, by the id of its row. */
const resting = perProcess(() => new Map<string, number>());

export interface QuickQuestion<Answer extends { tokens: number | null }> {
  modelId: string;
  kind: Extract<ModelKind, 'embedding' | 'rerank'>;
  teamId: string;
  /** The person who searches, and pays. */
  userId: number;
  timeoutMs: number;
  /** The text that the model reads, for an estimate where the provider does not count. */
  texts: readonly string[];
  ask(models: Models, connection: ProviderConnection, modelId: string, signal: AbortSignal): Promise<Answer>;
}

/**
 * Asks a model on the way of a search, which goes on without it when it fails, is too slow or has no budget. Then it is
 * left alone for a while, so that not every search waits for it.
 * @returns null without an answer
 */
export async function askQuickly<Answer extends { tokens: number | null }>(
  platform: Platform,
  question: QuickQuestion<Answer>,
): Promise<Answer | null> {
  const { modelId, kind, teamId, userId, timeoutMs } = question;
  const rests = resting(platform);
  if (steadyMs() < (rests.get(modelId) ?? 0)) return null;
  const { db } = platform.database;
  try {
    const model = await enabledModel({ db, platform }, { modelId, teamId, kind });
    const spender = { teamId, appId: null, userId };
    await assertPriced(db, spender, model.model);
    await assertBudgets(db, spender);
    const startedAt = steadyMs();
    const answer = await question.ask(
      modelsOf(platform),
      model.connection,
      model.model.modelId,
      AbortSignal.timeout(timeoutMs),
    );
    rests.delete(modelId);
    void record(platform, question, model, answer.tokens, steadyMs() - startedAt);
    return answer;
  } catch (error) {
    // A budget or a setting, which is looked up each time.
    if (error instanceof AppError) return null;
    platform.log.warn({ err: error, model: modelId }, 'a search went on without its model');
    // Another query may be one that the model takes.
    if (!ofQuestion.has(classifyProviderError(error).key)) rests.set(modelId, steadyMs() + REST_MS);
    return null;
  }
}

/** Stores usage behind the search. Never throws. */
async function record(
  platform: Platform,
  { teamId, userId, kind, texts }: Pick<QuickQuestion<never>, 'teamId' | 'userId' | 'kind' | 'texts'>,
  { model, provider }: ResolvedModel,
  tokens: number | null,
  durationMs: number,
): Promise<void> {
  const estimate = () => texts.reduce((sum, text) => sum + estimateText(text), 0);
  try {
    await transaction(platform.database.db, (tx) =>
      recordUsage(tx, {
        ...{ teamId, userId, model, provider, kind },
        ...{ appId: null, channelId: null, turnId: null, assistantId: null },
        ...{ status: 'done', images: 0, outputTokens: 0, firstTokenMs: null, durationMs },
        inputTokens: tokens ?? estimate(),
        isEstimated: tokens === null,
      }),
    );
  } catch (err) {
    platform.log.warn({ err, teamId, kind }, 'what a search took could not be stored');
  }
}
