import type { Provider, ProviderModel } from '@tandem/shared/provider/schema';
import type { Settings } from '../../core/settings.ts';
import type { CountedProvider } from './admin.repo.ts';
import { providerAbilities } from './provider.policy.ts';
import type { ModelRow } from './provider.repo.ts';
import { originsOf } from './start.ts';

/** Whether the environment currently sets the provider's key and host; it may have done so only earlier. */
export function isFromEnvironment(settings: Settings, provider: { origin: string | null }): boolean {
  return provider.origin !== null && originsOf(settings).has(provider.origin);
}

/** Presents a provider to an administrator of a team that may use it. */
export function presentProvider(settings: Settings, row: CountedProvider, operates: boolean): Provider {
  const { id, teamId, kind, name, keepAliveTime, enabled, listedAt, models, enabledModels, unpricedModels } =
    row;
  const ofInstallation = teamId === null;
  const fromEnvironment = kind !== 'offline' && isFromEnvironment(settings, row);
  return {
    id,
    scope: ofInstallation ? 'installation' : 'team',
    kind,
    name,
    // The hosts of the installation's services may be internal.
    apiHost: ofInstallation && !operates ? '' : row.apiHost,
    hasKey: row.apiKey !== null,
    keepAliveTime,
    enabled,
    isFromEnvironment: fromEnvironment,
    listedAt,
    models,
    enabledModels,
    unpricedModels,
    abilities: providerAbilities({
      ofInstallation,
      kind,
      isFromEnvironment: fromEnvironment,
      operates,
    }),
  };
}

export function presentModel(row: ModelRow): ProviderModel {
  const { id, modelId, name, kind, abilities, contextWindow, enabled } = row;
  const { inputPrice, outputPrice, imagePrice, isListed, isEdited } = row;
  return {
    id,
    modelId,
    name,
    kind,
    abilities,
    contextWindow,
    enabled,
    inputPrice,
    outputPrice,
    imagePrice,
    isListed,
    isEdited,
  };
}
