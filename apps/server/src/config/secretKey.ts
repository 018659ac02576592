import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export function secretKeyFile(dataDir: string): string {
  return path.join(dataDir, 'secret.key');
}

/** Returns the secret key stored in `dataDir`; null for none. */
export function storedSecretKey(dataDir: string): string | null {
  try {
    return readFileSync(secretKeyFile(dataDir), 'utf8').trim() || null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The installation's own secret in `dataDir`, made on the first start. Several processes that start together
 * agree on one: the file appears whole, and only once.
 */
export function generatedSecretKey(dataDir: string): string {
  const known = storedSecretKey(dataDir);
  if (known) return known;
  mkdirSync(dataDir, { recursive: true });
  const file = secretKeyFile(dataDir);
  const fresh = `${file}.${process.pid}`;
  writePrivately(fresh, `${randomBytes(48).toString('base64url')}\n`);
  try {
    linkSync(fresh, file);
  } catch (error) {
    if (!storedSecretKey(dataDir)) throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return storedSecretKey(dataDir) ?? '';
}

/** Replaces the stored key; the old one stays beside it. */
export function replaceSecretKey(dataDir: string, key: Buffer): void {
  const file = secretKeyFile(dataDir);
  mkdirSync(dataDir, { recursive: true });
  if (storedSecretKey(dataDir)) renameSync(file, `${file}.replaced`);
  writePrivately(file, key);
}

/** Stores the next key beside the current one, so that a crash in between loses neither. */
export function keepNextKey(dataDir: string, key: string): void {
  writePrivately(`${secretKeyFile(dataDir)}.next`, `${key}\n`);
}

/** Makes the key stored by `keepNextKey` the current one; the old one stays beside it. */
export function takeNextKey(dataDir: string): void {
  const file = secretKeyFile(dataDir);
  renameSync(file, `${file}.replaced`);
  renameSync(`${file}.next`, file);
}

function writePrivately(file: string, content: string | Buffer): void {
  writeFileSync(file, content, { mode: 0o600 });
  chmodSync(file, 0o600);
}
