import type { SystemSetting } from '@tandem/shared/system/schema';
import type { Context } from '../core/context.ts';
import { preferenceOfFirstTeam } from './system.repo.ts';

/** What a browser must know before anyone signs in. */
export async function readSystemSetting({ db, platform }: Context): Promise<SystemSetting> {
  const preference = await preferenceOfFirstTeam(db);
  return {
    webDomain: platform.settings.webDomain,
    mailDelivery: platform.mailer.delivery,
    registration: preference?.registration ?? 'first',
    setupCodeRequired: preference === null && platform.setupCode !== null,
    version: platform.version,
  };
}
