import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The owner a secret is bound to; it cannot be opened for another. */
export interface SecretOwner {
  providerId: string;
  /** The provider's address; its origin counts. */
  apiHost: string;
}

/** A stored secret that does not open: another SECRET_KEY, another host, or damaged. */
export class SecretUnreadable extends Error {
  constructor() {
    super('The stored key cannot be read for this provider and host; enter it again.');
    this.name = 'SecretUnreadable';
  }
}

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + IV_BYTES + TAG_BYTES;

const keys = new Map<string, Buffer>();

function keyFrom(secretKey: string): Buffer {
  let key = keys.get(secretKey);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secretKey, '', 'tandem provider key v1', 32));
    keys.set(secretKey, key);
  }
  return key;
}

function ownerData({ providerId, apiHost }: SecretOwner): Buffer {
  return Buffer.from(JSON.stringify([VERSION, providerId, URL.parse(apiHost)?.origin ?? apiHost]));
}

/** Encrypts a provider's key (AES-256-GCM) for one provider at one host. @param secretKey `settings.secretKey`. */
export function encryptSecret(secretKey: string, owner: SecretOwner, secret: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secretKey), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(ownerData(owner));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), sealed]);
}

/** The inverse of `encryptSecret`. @throws SecretUnreadable for another key, provider or host, or damage. */
export function decryptSecret(secretKey: string, owner: SecretOwner, stored: Uint8Array): string {
  const bytes = Buffer.from(stored);
  if (bytes.length < HEADER_BYTES || bytes[0] !== VERSION) throw new SecretUnreadable();
  try {
    const iv = bytes.subarray(1, 1 + IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', keyFrom(secretKey), iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(ownerData(owner));
    decipher.setAuthTag(bytes.subarray(1 + IV_BYTES, HEADER_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    throw new SecretUnreadable();
  }
}
