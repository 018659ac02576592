import { readFileSync, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { EmbeddedError } from './error.ts';

/** The account PostgreSQL runs under when we are root, which it refuses. */
export interface Runner {
  uid: number;
  gid: number;
  name: string;
}

const preferred = ['postgres', 'nobody'];
const readBit = 4;
const enterBit = 1;

/**
 * Chooses the account for a cluster at `root`: its present owner, else the owner of the parent folder, else
 * `postgres` or `nobody`. Null when we are not root and PostgreSQL runs as ourselves.
 * @throws EmbeddedError when the system has no such account
 */
export function chooseRunner(root: string): Runner | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readAccounts();
  for (const place of [path.join(root, 'data'), root, path.dirname(root)]) {
    const owner = statOf(place)?.uid;
    const account = owner ? accounts.find(({ uid }) => uid === owner) : undefined;
    if (account) return account;
  }
  for (const name of preferred) {
    const account = accounts.find((candidate) => candidate.name === name && candidate.uid !== 0);
    if (account) return account;
  }
  throw new EmbeddedError(
    'PostgreSQL does not run as root and this system has neither a user "postgres" nor "nobody". ' +
      'Start Tandem as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * initdb looks up its own user and fails without an entry, as in containers with an arbitrary uid.
 * @throws EmbeddedError when the running user has none
 */
export function requireAccount(): void {
  const uid = process.getuid?.();
  if (process.platform !== 'linux' || readAccounts().some((account) => account.uid === uid)) return;
  try {
    // Directory services may know users that /etc/passwd does not; libuv asks them.
    userInfo();
  } catch {
    throw new EmbeddedError(
      `The user with number ${uid} has no entry in /etc/passwd, which PostgreSQL needs. ` +
        'Run as a named user, or set DATABASE_URL.',
    );
  }
}

/** Whether `runner` may traverse `folder` and its parents. */
export function canEnter(folder: string, runner: Runner): boolean {
  const above = path.dirname(folder);
  return permits(folder, runner, enterBit) && (above === folder || canEnter(above, runner));
}

/** Whether `runner` can reach and execute `file`. */
export function canRun(file: string, runner: Runner): boolean {
  return canEnter(path.dirname(file), runner) && permits(file, runner, readBit | enterBit);
}

function permits(file: string, runner: Runner, bits: number): boolean {
  const stat = statOf(file);
  if (!stat) return false;
  const shift = stat.uid === runner.uid ? 6 : stat.gid === runner.gid ? 3 : 0;
  return ((stat.mode >> shift) & bits) === bits;
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

function readAccounts(): Runner[] {
  let text = '';
  try {
    text = readFileSync('/etc/passwd', 'utf8');
  } catch {
    // Without the file there are no accounts, which the caller reports.
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    // macOS writes -2 for nobody, which the kernel reads as an unsigned number.
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : [];
  });
}
