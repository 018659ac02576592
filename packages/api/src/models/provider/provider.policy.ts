import type { ProviderAbilities, ProviderKind } from '@tandem/shared/provider/schema';

/** What decides over a provider; that the reader administrates a team which is offered it is settled before. */
export interface ProviderFacts {
  ofInstallation: boolean;
  kind: ProviderKind;
  isFromEnvironment: boolean;
  /** Whether the reader operates the installation. */
  operates: boolean;
}

/** What an administrator may do with a provider. */
export function providerAbilities(facts: ProviderFacts): ProviderAbilities {
  const { ofInstallation, kind, isFromEnvironment, operates } = facts;
  const change = operates || !ofInstallation;
  const connect = change && kind !== 'offline' && !isFromEnvironment;
  return { change, connect, remove: connect };
}
