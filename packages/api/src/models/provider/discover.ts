import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { connectionOf, modelsOf } from './models.ts';
import { insertModels, type ProviderRow, providersWithoutModels } from './provider.repo.ts';

/**
 * Asks the providers that a team is offered and that have no models yet for their lists, beside whatever the caller
 * does: nobody waits for it. Everyone who watches hears when there are models. One that does not answer is left alone
 * for a while.
 */
export function discoverMissing(platform: Platform, teamId: string | null): void {
  void askMissing(platform, teamId).catch((err: unknown) =>
    platform.log.warn({ err }, 'providers without models could not be looked for'),
  );
}

/** Tells everyone who may choose a provider's models that these changed; `teamId` is null for the installation's. */
export function announceModels({ bus }: Pick<Platform, 'bus'>, teamId: string | null): void {
  bus.publish(teamId === null ? topics.all : topics.team(teamId), { type: 'models' });
}

async function askMissing(platform: Platform, teamId: string | null): Promise<void> {
  const providers = await providersWithoutModels(platform.database.db, teamId);
  await Promise.all(providers.map((provider) => ask(platform, provider)));
}

async function ask(platform: Platform, provider: ProviderRow): Promise<void> {
  try {
    const drafts = await modelsOf(platform).discover(connectionOf(platform, provider));
    const added = await insertModels(platform.database.db, provider.id, drafts);
    if (added > 0) announceModels(platform, provider.teamId);
  } catch (error) {
    // One provider that is not set up right must not hide the others.
    platform.log.warn({ err: error, provider: provider.id }, 'provider has no models yet');
  }
}
