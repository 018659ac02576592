import { timingSafeEqual } from 'node:crypto';
import type { Db } from '@tandem/db';
import { isLoopback } from '../core/limits/address.ts';
import type { Settings } from '../core/settings.ts';
import { derivedKey } from './installation.keys.ts';
import { claimInstallation, hasTeam } from './installation.repo.ts';

export { hasTeam } from './installation.repo.ts';

/** What a server must know of the installation before it serves. */
export interface Installation {
  installationId: string;
  /** To be printed; the first account needs it. Null when an account exists or only this machine can connect. */
  setupCode: string | null;
}

type InstallationSettings = Pick<Settings, 'secretKey' | 'loopbackOnly' | 'publicUrl' | 'trustProxy'>;

/**
 * Names the installation on its first start and recognises it on every later one.
 * @throws Error with a sentence for the operator when the database belongs to another secret key
 */
export async function prepareInstallation(db: Db, settings: InstallationSettings): Promise<Installation> {
  const fingerprint = Buffer.from(derivedKey(settings.secretKey, 'fingerprint')).toString('hex');
  const installation = await claimInstallation(db, fingerprint);
  if (!equal(installation.keyFingerprint, fingerprint)) {
    throw new Error(
      'This database was set up with another SECRET_KEY, so nobody could stay signed in and stored provider keys ' +
        'could not be read. Start with the key it was set up with (SECRET_KEY, or the secrets kept in its DATA_DIR).',
    );
  }
  const needed = isExposed(settings) && !(await hasTeam(db));
  return {
    installationId: installation.id,
    setupCode: needed ? setupCodeOf(settings.secretKey, installation.id) : null,
  };
}

/** Whether `given` is the set-up code, however it was typed. */
export function isSetupCode(setupCode: string, given: string): boolean {
  const typed = given.toUpperCase().replaceAll(/[\s-]/g, '');
  return equal(setupCode.replaceAll('-', ''), typed);
}

/** Whether anyone but this machine's own people could reach the sign-up page; a proxy stands before loopback. */
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
