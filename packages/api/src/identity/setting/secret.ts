import { decryptSecret, encryptSecret } from '../../ai/providers/secrets.ts';

/** A stored secret can be opened for this setting only. */
export const settingOwner = (name: string) => ({ providerId: `setting ${name}`, apiHost: '' });

/** Encrypts the value of a setting that must not be read back. */
export function sealSetting(secretKey: string, name: string, value: string): Buffer {
  return encryptSecret(secretKey, settingOwner(name), value);
}

/** The inverse. @throws SecretUnreadable */
export function openSetting(secretKey: string, name: string, stored: Uint8Array): string {
  return decryptSecret(secretKey, settingOwner(name), stored);
}
