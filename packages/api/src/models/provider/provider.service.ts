import type { Db } from '@tandem/db';
import type { Model, ModelKind } from '@tandem/shared/provider/schema';
import type { ProviderConnection } from '../../ai/providers/types.ts';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { discoverMissing } from './discover.ts';
import { connectionOf } from './models.ts';
import {
  firstChatModel,
  listOfferedModels,
  type ModelRow,
  modelOfTeam,
  modelWithProvider,
  type OfferedModel,
  type ProviderRow,
} from './provider.repo.ts';

export { connectionOf, modelsOf } from './models.ts';
export type { ModelRow, ProviderRow } from './provider.repo.ts';
export { ensureProviders } from './start.ts';

/** An available model with its connection. */
export interface ResolvedModel extends OfferedModel {
  connection: ProviderConnection;
}

/** Lists known models available to a team, best first, without waiting for providers. */
export async function listModels(
  ctx: Pick<Context, 'db' | 'platform'>,
  teamId: string | null,
): Promise<Model[]> {
  discoverMissing(ctx.platform, teamId);
  return listOfferedModels(ctx.db, teamId);
}

/** Whether a team may use this model; chat models only unless other kinds are given. */
export async function offersModel(
  db: Db,
  teamId: string,
  modelId: string,
  kinds: readonly ModelKind[] = ['chat'],
): Promise<boolean> {
  const offered = await modelOfTeam(db, teamId, modelId);
  return offered !== null && kinds.includes(offered.model.kind) && isEnabled(offered);
}

/**
 * Returns the model that answers in a team: the requested one, or the default (the first enabled chat model
 * by the order of providers; the built-in one is last). A disabled one is replaced by the default, unless it
 * is an image model.
 * @param kinds accepted kinds; only answers in channels are drawn
 * @throws AppError `notFound` for a model unavailable to the team, `noModel` when none is enabled,
 * `notConfigured` when the provider's key does not open
 */
export async function resolveModel(
  ctx: Pick<Context, 'db' | 'platform'>,
  {
    modelId,
    teamId,
    kinds = ['chat'],
  }: { modelId: string | null; teamId: string; kinds?: readonly ModelKind[] },
): Promise<ResolvedModel> {
  const asked = modelId === null ? null : await modelOfTeam(ctx.db, teamId, modelId);
  return usableModel(ctx, asked, { modelId, teamId, kinds });
}

/**
 * The same, where the model that was asked for is read already, or, where none was, the default.
 * @throws AppError as `resolveModel` does
 */
export async function usableModel(
  { db, platform }: Pick<Context, 'db' | 'platform'>,
  asked: OfferedModel | null,
  { modelId, teamId, kinds }: { modelId: string | null; teamId: string; kinds: readonly ModelKind[] },
): Promise<ResolvedModel> {
  if (modelId !== null && !(asked && kinds.includes(asked.model.kind))) throw new AppError('notFound');
  if (asked?.model.kind === 'image' && !isEnabled(asked)) throw new AppError('noModel');
  const isUsable = asked !== null && isEnabled(asked);
  if (modelId === null || !isUsable) discoverMissing(platform, teamId);
  const found = isUsable ? asked : await firstChatModel(db, teamId);
  if (!found) throw new AppError('noModel');
  return { ...found, connection: connectionOf(platform, found.provider) };
}

function isEnabled({ model, provider }: OfferedModel): boolean {
  return model.enabled && provider.enabled;
}

/**
 * Returns a model of this kind that a team may use, without a substitute.
 * @throws AppError `noModel` when it is gone or disabled, `notConfigured` when the provider's key does not open
 */
export async function enabledModel(
  { db, platform }: Pick<Context, 'db' | 'platform'>,
  { modelId, teamId, kind }: { modelId: string; teamId: string; kind: ModelKind },
): Promise<ResolvedModel> {
  const found = await modelOfTeam(db, teamId, modelId);
  if (found?.model.kind !== kind || !isEnabled(found)) throw new AppError('noModel');
  return { ...found, connection: connectionOf(platform, found.provider) };
}

/** Returns a model with its provider, available or not; null when it is gone. */
export async function modelNamed(
  db: Db,
  modelId: string | null,
): Promise<{ model: ModelRow | null; provider: ProviderRow | null }> {
  const found = modelId === null ? null : await modelWithProvider(db, modelId);
  return found ?? { model: null, provider: null };
}
