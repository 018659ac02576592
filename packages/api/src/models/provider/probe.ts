import type { ProviderTested, TestProvider } from '@tandem/shared/provider/schema';
import { generateText } from 'ai';
import { safeDetail } from '../../ai/errors/detail.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { findModel, listModelRows } from './model.repo.ts';
import { connectionOf, modelsOf } from './models.ts';
import { countAsking, problemOf } from './problem.ts';
import type { ModelRow } from './provider.repo.ts';
import type { LoadedProvider } from './provider.rules.ts';

const TIMEOUT_MS = 45_000;
/** Reasoning models need tokens before their first word. */
const MOST_TOKENS = 512;

/**
 * Makes one small real request: a word from a chat model, the list from a provider without one.
 * @throws AppError `notFound` for a model of another provider, `invalidInput` for one that does not chat,
 * `notConfigured` when the key does not open
 */
export async function testProvider(
  ctx: UserContext,
  { provider, team }: LoadedProvider,
  { modelRowId }: TestProvider,
  signal: AbortSignal | undefined,
): Promise<ProviderTested> {
  await countAsking(ctx, team.teamId);
  const model = await modelToAsk(ctx, provider.id, modelRowId);
  const connection = connectionOf(ctx.platform, provider);
  const models = modelsOf(ctx.platform);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const abortSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const started = performance.now();
  const told = () => ({ model: model?.modelId ?? null, ms: Math.round(performance.now() - started) });
  try {
    if (!model) {
      await models.listModels(connection, { signal: abortSignal });
      return { problem: null, ...told(), answer: '' };
    }
    const { contextWindow, abilities } = model;
    const { text } = await generateText({
      model: models.languageModel(connection, model.modelId, { contextWindow, abilities }),
      prompt: 'Reply with the single word OK.',
      maxOutputTokens: MOST_TOKENS,
      maxRetries: 0,
      abortSignal,
    });
    const secrets = connection.apiKey === null ? [] : [connection.apiKey];
    return { problem: null, ...told(), answer: safeDetail(text, secrets) ?? '' };
  } catch (error) {
    return { problem: problemOf(error, connection), ...told() };
  }
}

async function modelToAsk(
  ctx: UserContext,
  providerId: string,
  modelRowId: string | undefined,
): Promise<ModelRow | null> {
  if (modelRowId === undefined) {
    const filter = { query: '', kind: 'chat', enabled: true } as const;
    return (await listModelRows(ctx.db, providerId, filter, { limit: 1 })).at(0) ?? null;
  }
  const model = await findModel(ctx.db, modelRowId);
  if (model?.providerId !== providerId) throw new AppError('notFound');
  if (model.kind !== 'chat') throw new AppError('invalidInput', { reason: 'modelRowId' });
  return model;
}
