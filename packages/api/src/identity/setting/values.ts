import type { Db } from '@tandem/db';
import { MAX_FILE_MEGABYTES } from '@tandem/shared/file/schema';
import { type SettingName, settingNames, settingSchemas } from '@tandem/shared/setting/schema';
import { type Bus, topics } from '../../core/live/bus.ts';
import type { Logger } from '../../core/log.ts';
import type { FixedValues, Settings } from '../../core/settings.ts';
import type { LiveValues, Values } from '../../core/values.ts';
import { openSetting } from './secret.ts';
import { storedSettings } from './setting.repo.ts';

/** Milliseconds between reads of stored values, since the bus may lose events. */
const REFRESH_MS = 4_000;

export type StoredValues = Partial<Record<SettingName, unknown>>;

/** Values when neither the environment nor an operator has set any. */
export function defaultValues({ mail }: Pick<Settings, 'mail'>): Values {
  return {
    emailCodes: true,
    disabledProviders: [],
    smtpUrl: null,
    mailFrom: mail.from,
    webDomain: '',
    uploadMegabytes: MAX_FILE_MEGABYTES,
    turnsPerPerson: 20,
  };
}

/** Values set by the environment, which nobody can change here. */
export function fixedValues(settings: Pick<Settings, 'fixed' | 'mail' | 'webDomain'>): FixedValues {
  const { fixed = {}, mail, webDomain } = settings;
  return {
    ...(mail.smtpUrl !== null && { smtpUrl: mail.smtpUrl }),
    ...(webDomain !== '' && { webDomain }),
    ...fixed,
  };
}

type Deciding = Pick<Settings, 'fixed' | 'mail' | 'webDomain' | 'oidc'>;

/** Returns the effective values; `stored` are the operators'. */
export function valuesOf(settings: Deciding, stored: StoredValues): Values {
  const values = { ...defaultValues(settings), ...(stored as Partial<Values>), ...fixedValues(settings) };
  // A third party removed from the environment must not leave an installation without any sign-in method.
  return { ...values, emailCodes: values.emailCodes || enabledProviders(settings, values).length === 0 };
}

/** Returns the enabled third-party providers. */
export function enabledProviders({ oidc }: Pick<Settings, 'oidc'>, { disabledProviders }: Values) {
  return oidc.filter(({ id }) => !disabledProviders.includes(id));
}

/** Reads the operators' values. A value that no longer opens or fits counts as not set. */
export async function readStored(
  db: Db,
  { secretKey }: Pick<Settings, 'secretKey'>,
  log?: Pick<Logger, 'warn'>,
): Promise<StoredValues> {
  const stored: StoredValues = {};
  for (const { name, value, secret } of await storedSettings(db)) {
    if (!settingNames.includes(name as SettingName)) continue;
    try {
      const held = secret === null ? value : openSetting(secretKey, name, secret);
      stored[name as SettingName] = settingSchemas[name as SettingName].parse(held);
    } catch {
      log?.warn({ setting: name }, 'a stored setting cannot be used');
    }
  }
  return stored;
}

/** Creates a process's live values; resolves after the first read. */
export async function createValues(
  db: Db,
  settings: Settings,
  { bus, log }: { bus: Bus; log: Logger },
): Promise<LiveValues> {
  let stored = await readStored(db, settings, log);
  let began = 0;
  let finished = 0;
  const refresh = async () => {
    const turn = ++began;
    const read = await readStored(db, settings);
    // A read that started earlier may end later.
    if (turn > finished) [finished, stored] = [turn, read];
  };
  const renew = () => refresh().catch((err: unknown) => log.warn({ err }, 'settings could not be read'));
  const stop = bus.subscribe(topics.settings, () => void renew());
  const timer = setInterval(() => void renew(), REFRESH_MS).unref();
  return {
    get current() {
      return valuesOf(settings, stored);
    },
    refresh,
    close() {
      stop();
      clearInterval(timer);
    },
  };
}
