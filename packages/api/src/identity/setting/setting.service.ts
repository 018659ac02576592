import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { InstallationSetting, Setting, SettingName, SettingSource } from '@tandem/shared/setting/schema';
import type { Context } from '../../core/context.ts';
import type { Platform } from '../../core/platform.ts';
import type { Values } from '../../core/values.ts';
import { storageUse } from './setting.repo.ts';
import { fixedValues, readStored, valuesOf } from './values.ts';

/** The environment's variable for each setting. */
export const variableOf: Record<SettingName, string> = {
  emailCodes: 'EMAIL_CODES',
  disabledProviders: '',
  smtpUrl: 'SMTP_URL',
  mailFrom: 'MAIL_FROM',
  webDomain: 'WEB_DOMAIN',
  uploadMegabytes: 'UPLOAD_MEGABYTES',
  turnsPerPerson: 'TURNS_PER_PERSON',
};

/** Returns the installation's settings, each with its source. */
export async function readSetting({
  db,
  platform,
}: Pick<Context, 'db' | 'platform'>): Promise<InstallationSetting> {
  const { settings } = platform;
  const [stored, storage] = await Promise.all([readStored(db, settings), describeStorage(db, platform)]);
  const values = valuesOf(settings, stored);
  const fixed = fixedValues(settings);
  const sourceOf = (name: SettingName): SettingSource =>
    name in fixed ? 'environment' : name in stored ? 'database' : 'default';
  const one = <Name extends SettingName>(name: Name): Setting<Values[Name]> => ({
    value: values[name],
    source: sourceOf(name),
    variable: variableOf[name],
  });
  return {
    emailCodes: one('emailCodes'),
    providers: settings.oidc.map(({ id, name, issuer }) => ({
      id,
      name,
      issuer,
      enabled: !values.disabledProviders.includes(id),
    })),
    smtpUrl: { ...one('smtpUrl'), value: withoutSecret(values.smtpUrl) },
    mailFrom: one('mailFrom'),
    webDomain: one('webDomain'),
    uploadMegabytes: one('uploadMegabytes'),
    turnsPerPerson: one('turnsPerPerson'),
    storage,
  };
}

/** Protocol, host and port of a mail server. */
function withoutSecret(smtpUrl: string | null): string | null {
  const url = smtpUrl === null ? null : URL.parse(smtpUrl);
  if (smtpUrl === null) return null;
  return url ? `${url.protocol}//${url.host}` : 'smtp://';
}

async function describeStorage(
  db: Context['db'],
  { settings }: Platform,
): Promise<InstallationSetting['storage']> {
  const use = await storageUse(db);
  if (settings.s3)
    return { kind: 's3', place: `${settings.s3.endpoint}/${settings.s3.bucket}`, ...use, free: null };
  const place = path.join(settings.dataDir, 'files');
  const free = await statfs(settings.dataDir).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
  return { kind: 'disk', place, ...use, free };
}
