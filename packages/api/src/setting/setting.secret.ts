import { decryptSecret, encryptSecret } from '../ai/providers/secrets.ts';

/** A stored secret opens as this setting's and as nothing else. */
const ownerOf = (name: string) => ({ providerId: `setting ${name}`, apiHost: '' });

/** Encrypts the value of a setting that must not be read back. */
export function sealSetting(secretKey: string, name: string, value: string): Buffer {
  return encryptSecret(secretKey, ownerOf(name), value);
}

/** The inverse. @throws SecretUnreadable */
export function openSetting(secretKey: string, name: string, stored: Uint8Array): string {
  return decryptSecret(secretKey, ownerOf(name), stored);
}
