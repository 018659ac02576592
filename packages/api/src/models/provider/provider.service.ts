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

/** A model that may answer, and how to reach it. */
export interface ResolvedModel extends OfferedModel {
  connection: ProviderConnection;
}

/** Models that people of a team may choose, best first, as they are known: no provider is waited for. */
export async function listModels(
  ctx: Pick<Context, 'db' | 'platform'>,
  teamId: string | null,
): Promise<Model[]> {
  discoverMissing(ctx.platform, teamId);
  return listOfferedModels(ctx.db, teamId);
}

/** Whether a team may use this model, for chats unless other kinds are named. */
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
 * The model that answers in a team: the one asked for, or the default (the first enabled chat model by the order
 * of providers; the built-in one is last). One that has been disabled since it was chosen gives way to the
 * default, unless it is one that draws.
 * @param kinds what may be asked for; only answers in channels are drawn
 * @throws AppError `notFound` for a model that is not the team's to use, `noModel` when none is enabled,
 *   `notConfigured` when the provider's key does not open
 */
export async function resolveModel(
  ctx: Pick<Context, 'db' | 'platform'>,
  {
    modelId,
    teamId,
    kinds = ['chat'],
  }: { modelId: string | null; teamId: string; kinds?: readonly ModelKind[] },
): Promise<ResolvedModel> {
  const { db, platform } = ctx;
  const asked = modelId === null ? null : await modelOfTeam(db, teamId, modelId);
  if (modelId !== null && !(asked && kinds.includes(asked.model.kind))) throw new AppError('notFound');
  if (asked && isEnabled(asked)) return { ...asked, connection: connectionOf(platform, asked.provider) };
  if (asked?.model.kind === 'image') throw new AppError('noModel');
  discoverMissing(platform, teamId);
  const found = await firstChatModel(db, teamId);
  if (!found) throw new AppError('noModel');
  return { ...found, connection: connectionOf(platform, found.provider) };
}

function isEnabled({ model, provider }: OfferedModel): boolean {
  return model.enabled && provider.enabled;
}

/** A model with its provider, whether it may be used or not; null where it is gone. */
export async function modelNamed(
  db: Db,
  modelId: string | null,
): Promise<{ model: ModelRow | null; provider: ProviderRow | null }> {
  const found = modelId === null ? null : await modelWithProvider(db, modelId);
  return found ?? { model: null, provider: null };
}
