import type { SystemSetting } from '@tandem/shared/system/schema';
import type { Context } from '../../core/context.ts';
import { preferenceOfFirstTeam } from './system.repo.ts';

/** Returns the settings a browser needs before anyone signs in. */
export async function readSystemSetting({ db, platform }: Context): Promise<SystemSetting> {
  const preference = await preferenceOfFirstTeam(db);
  return {
    webDomain: platform.values.current.webDomain,
    mailDelivery: platform.mailer.delivery,
    emailCodes: preference === null || platform.values.current.emailCodes,
    uploadMegabytes: platform.values.current.uploadMegabytes,
    registration: preference?.registration ?? 'first',
    setupCodeRequired: preference === null && platform.setupCode !== null,
    version: platform.version,
  };
}
