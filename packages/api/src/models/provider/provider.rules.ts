import type { TeamRole } from '@tandem/shared/team/schema';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { isAdministrator } from '../../identity/team/team.policy.ts';
import { isOperator, teamRule } from '../../identity/team/team.service.ts';
import { type CountedProvider, findProvider, findProviderOfModel } from './admin.repo.ts';
import { findModel } from './model.repo.ts';
import { providerAbilities } from './provider.policy.ts';
import { isFromEnvironment } from './provider.presenter.ts';
import type { ModelRow } from './provider.repo.ts';

/** A provider that an administrator of the current team named, and whether they operate the installation. */
export interface LoadedProvider {
  team: { teamId: string; role: TeamRole };
  provider: CountedProvider;
  operates: boolean;
}

/** Whether a provider is read or changed. */
type Wish = 'view' | 'change';

async function load(
  ctx: UserContext,
  wish: Wish,
  action: string,
  find: (teamId: string) => Promise<CountedProvider | null>,
): Promise<LoadedProvider> {
  const { team } = await teamRule(action, isAdministrator).check(ctx, undefined);
  const [provider, operates] = await Promise.all([find(team.teamId), isOperator(ctx.db, ctx.actor)]);
  if (!provider) throw new AppError('notFound');
  const facts = {
    ofInstallation: provider.teamId === null,
    kind: provider.kind,
    isFromEnvironment: isFromEnvironment(ctx.platform.settings, provider),
    operates,
  };
  if (wish === 'change' && !providerAbilities(facts).change) throw new AppError('forbidden');
  return { team, provider, operates };
}

/**
 * Guards administrators' access to a provider of their team or the installation; changing the installation's
 * requires an operator. The operation receives `ctx.provider`.
 */
export function providerRule(action: string, wish: Wish): AccessRule<{ providerId: string }, LoadedProvider> {
  return {
    action,
    check: (ctx, { providerId }) =>
      load(ctx, wish, action, (teamId) => findProvider(ctx.db, teamId, providerId)),
  };
}

/** The same for a model of such a provider; the operation receives `ctx.model` too. */
export function modelRule(
  action: string,
): AccessRule<{ modelRowId: string }, LoadedProvider & { model: ModelRow }> {
  return {
    action,
    check: async (ctx, { modelRowId }) => {
      const loaded = await load(ctx, 'change', action, (teamId) =>
        findProviderOfModel(ctx.db, teamId, modelRowId),
      );
      const model = await findModel(ctx.db, modelRowId);
      if (!model) throw new AppError('notFound');
      return { ...loaded, model };
    },
  };
}
