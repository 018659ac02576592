import { hkdfSync } from 'node:crypto';

/** Purpose of a derived key: one secret serves many purposes, and no use reveals anything about another. */
export type KeyPurpose = 'session' | 'code' | 'fingerprint' | 'setup code' | 'invitation' | 'invitation mail';

/** The 32-byte key of a purpose, derived from the installation's secret; `context` sets further ones apart. */
export function derivedKey(secretKey: string, purpose: KeyPurpose, context = ''): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, context, `tandem ${purpose}`, 32));
}
