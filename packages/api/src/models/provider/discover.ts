import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { connectionOf, modelsOf } from './models.ts';
import { insertModels, type ProviderRow, providersWithoutModels } from './provider.repo.ts';

/**
 * Reads the lists of a team's providers without models in the background. Watchers learn of new models. One
 * that fails is not asked again for a while.
 */
export function discoverMissing(platform: Platform, teamId: string | null): void {
  void askMissing(platform, teamId).catch((err: unknown) =>
    platform.log.warn({ err }, 'providers without models could not be looked for'),
  );
}

/** Announces changed models to everyone who may choose them; `teamId` is null for the installation's. */
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
    // A misconfigured provider must not hide the others.
    platform.log.warn({ err: error, provider: provider.id }, 'provider has no models yet');
  }
}
