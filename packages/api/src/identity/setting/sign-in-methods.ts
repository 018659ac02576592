import type { Db } from '@tandem/db';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import type { Values } from '../../core/values.ts';
import { firstTeamId, issuersOfOperators, lockSettings } from './setting.repo.ts';
import { enabledProviders, readStored, valuesOf } from './values.ts';

const bare = (issuer: string) => issuer.replace(/\/+$/, '');

/**
 * Checks that some operator can still sign in with these values: by codes, or by a third party they have
 * used.
 * @throws AppError `noWayIn`
 */
export async function keepSignInMethod(
  tx: Db,
  { settings }: Pick<Platform, 'settings'>,
  values: Values,
): Promise<void> {
  if (values.emailCodes) return;
  const issuers = new Set(enabledProviders(settings, values).map(({ issuer }) => bare(issuer)));
  const used = await issuersOfOperators(tx);
  if (!used.some((issuer) => issuers.has(bare(issuer)))) throw new AppError('noWayIn');
}

/**
 * `keepSignInMethod` after a change of operators; `teamId` is their team. Joins the transaction; the caller
 * holds `lockMembers`.
 * @throws AppError `noWayIn`
 */
export async function keepOperators(
  tx: Db,
  platform: Pick<Platform, 'settings'>,
  teamId: string,
): Promise<void> {
  if ((await firstTeamId(tx)) !== teamId) return;
  await lockSettings(tx);
  const stored = await readStored(tx, platform.settings);
  await keepSignInMethod(tx, platform, valuesOf(platform.settings, stored));
}
