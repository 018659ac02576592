import { timingSafeEqual } from 'node:crypto';
import type { Db } from '@tandem/db';
import { OperatorError } from '@tandem/db/operator-error';
import { isLoopback } from '../../core/limits/address.ts';
import type { Settings } from '../../core/settings.ts';
import { claimInstallation, hasTeam } from './installation.repo.ts';
import { derivedKey } from './keys.ts';

export { hasTeam } from './installation.repo.ts';

/** Facts about the installation needed before serving. */
export interface Installation {
  installationId: string;
  /**
   * To be printed, since the first account needs it. Null when an account exists or only this machine can
   * connect.
   */
  setupCode: string | null;
}

type InstallationSettings = Pick<Settings, 'secretKey' | 'loopbackOnly' | 'publicUrl' | 'trustProxy'>;

/**
 * Names the installation on its first start and recognises it on every later one.
 * @throws OperatorError when the database belongs to another secret key
 */
export async function prepareInstallation(db: Db, settings: InstallationSettings): Promise<Installation> {
  const installationId = await requireKey(db, settings.secretKey);
  const needed = isExposed(settings) && !(await hasTeam(db));
  return {
    installationId,
    setupCode: needed ? setupCodeOf(settings.secretKey, installationId) : null,
  };
}

/** Identifies a secret key without revealing it. */
export function fingerprintOf(secretKey: string): string {
  return Buffer.from(derivedKey(secretKey, 'fingerprint')).toString('hex');
}

/**
 * Verifies that the database belongs to this secret key; a new database is assigned to it.
 * @returns the installation's id
 * @throws OperatorError when it belongs to another secret key
 */
export async function requireKey(db: Db, secretKey: string): Promise<string> {
  const fingerprint = fingerprintOf(secretKey);
  const installation = await claimInstallation(db, fingerprint);
  if (equal(installation.keyFingerprint, fingerprint)) return installation.id;
  throw new OperatorError(
    'This database was set up with another SECRET_KEY, so nobody could stay signed in and stored provider keys ' +
      'could not be read. Start with the key it was set up with (SECRET_KEY, or the secrets kept in its DATA_DIR).',
  );
}

/** Whether `given` is the set-up code, in any spelling. */
export function isSetupCode(setupCode: string, given: string): boolean {
  const typed = given.toUpperCase().replaceAll(/[\s-]/g, '');
  return equal(setupCode.replaceAll('-', ''), typed);
}

/** Whether anyone beyond this machine could reach the sign-up page; a proxy may forward to loopback. */
function isExposed({ loopbackOnly, publicUrl, trustProxy }: InstallationSettings): boolean {
  const { hostname } = new URL(publicUrl);
  const local = hostname === 'localhost' || isLoopback(hostname.replaceAll(/[[\]]/g, ''));
  return !loopbackOnly || !local || trustProxy !== false;
}

/** Letters that are not mistaken for each other (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 60 bits, the same on every server and start until an account exists: `7K2M-9QXA-03ZT`. */
function setupCodeOf(secretKey: string, installationId: string): string {
  const bytes = derivedKey(secretKey, 'setup code', installationId).slice(0, 12);
  const letters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
