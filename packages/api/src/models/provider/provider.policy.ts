import type { ProviderAbilities, ProviderKind } from '@tandem/shared/provider/schema';

/** Facts that decide about a provider, for administrators of a team that may use it. */
export interface ProviderFacts {
  ofInstallation: boolean;
  kind: ProviderKind;
  isFromEnvironment: boolean;
  /** Whether the reader operates the installation. */
  operates: boolean;
}

/** Abilities of an administrator on a provider. */
export function providerAbilities(facts: ProviderFacts): ProviderAbilities {
  const { ofInstallation, kind, isFromEnvironment, operates } = facts;
  const change = operates || !ofInstallation;
  const connect = change && kind !== 'offline' && !isFromEnvironment;
  return { change, connect, remove: connect };
}
