import type { Db } from '@tandem/db';
import type {
  Provider,
  ProviderDetails,
  ProviderList,
  ProviderWithModels,
} from '@tandem/shared/provider/schema';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { isOperator } from '../../identity/team/team.service.ts';
import { countAssistants, findProvider, listProviderRows, switchesOf } from './admin.repo.ts';
import { presentProvider } from './provider.presenter.ts';
import type { LoadedProvider } from './provider.rules.ts';

/** The providers of a team and of the installation, in the order in which a default model is looked for. */
export async function listProviders(ctx: UserContext, teamId: string): Promise<ProviderList> {
  const [rows, operates] = await Promise.all([
    listProviderRows(ctx.db, teamId),
    isOperator(ctx.db, ctx.actor),
  ]);
  return { list: rows.map((row) => presentProvider(ctx.platform.settings, row, operates)), operates };
}

/** Lists providers with their models. */
export async function listProvidersWithModels(
  ctx: UserContext,
  teamId: string,
): Promise<ProviderWithModels[]> {
  const { list } = await listProviders(ctx, teamId);
  const models = await switchesOf(
    ctx.db,
    list.map(({ id }) => id),
  );
  return list.map((provider) => ({ ...provider, modelList: models.get(provider.id) ?? [] }));
}

/**
 * Returns a provider's current state.
 * @throws AppError `notFound` when it is gone
 */
export async function getProvider(ctx: UserContext, teamId: string, providerId: string): Promise<Provider> {
  const [row, operates] = await Promise.all([
    findProvider(ctx.db, teamId, providerId),
    isOperator(ctx.db, ctx.actor),
  ]);
  if (!row) throw new AppError('notFound');
  return presentProvider(ctx.platform.settings, row, operates);
}

/** Returns a provider, with the number of assistants that use it. */
export async function providerDetails(
  ctx: UserContext,
  { provider, operates }: LoadedProvider,
): Promise<ProviderDetails> {
  const presented = presentProvider(ctx.platform.settings, provider, operates);
  // Only operators may know how many assistants of other teams use the installation's models.
  const assistants = presented.abilities.change ? await countAssistants(ctx.db, provider.id) : 0;
  return { ...presented, assistants };
}

/** A provider with its models. */
export async function withModels(db: Db, provider: Provider): Promise<ProviderWithModels> {
  return { ...provider, modelList: (await switchesOf(db, [provider.id])).get(provider.id) ?? [] };
}
