import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { codeOf, EmbeddedError } from './error.ts';
import { canEnter, chooseRunner, type Runner } from './privileges.ts';
import { shortName } from './shortName.ts';

/** Location and account of a cluster. */
export interface Home {
  root: string;
  /** The cluster itself. */
  data: string;
  /** Sockets of the database and its owner; nobody else may enter. */
  run: string;
  /** `run` under a name short enough for a socket's address. */
  sockets: string;
  runner: Runner | null;
}

/** PATH of the database's programs and their shell, whatever ours is. */
export const systemPath = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';
const sharedPlaces = ['/var/lib', '/usr/local/var'];

/**
 * Prepares the folders of a cluster at `dir`. As root they are given to the account that runs PostgreSQL; if
 * that account cannot enter (a checkout below /root, mode 0700) `dir` becomes a link to a folder under
 * /var/lib.
 * @throws EmbeddedError when the place cannot be used
 */
export function prepareHome(dir: string, tell: (sentence: string) => void): Home {
  const at = path.resolve(dir);
  try {
    mkdirSync(path.dirname(at), { recursive: true });
    const runner = chooseRunner(existsSync(at) ? realpathSync(at) : at);
    const root = findRoot(at, runner, tell);
    const run = path.join(root, 'run');
    makeFolder(run, runner);
    return { root, data: path.join(root, 'data'), run, sockets: shortName(run), runner };
  } catch (error) {
    throw explain(error, at);
  }
}

function findRoot(at: string, runner: Runner | null, tell: (sentence: string) => void): string {
  if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) return followLink(at);
  const parent = realpathSync(path.dirname(at));
  const root = path.join(parent, path.basename(at));
  if (runner) {
    letThrough(parent, runner);
    if (!canEnter(parent, runner)) return relocate(root, runner, tell);
  }
  makeFolder(root, runner);
  if (!runner && statSync(root).uid !== process.getuid?.()) throw foreignFolder(at);
  return root;
}

/** Creates a folder for its owner alone, or uses an existing one; as root it is given to `runner`. */
function makeFolder(folder: string, runner: Runner | null): void {
  mkdirSync(folder, { recursive: true });
  if (runner) chownSync(folder, runner.uid, runner.gid);
  if (runner || statSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o700);
}

/** Only the data folder itself is ours to make traversable, not a home folder or one above it. */
function letThrough(parent: string, runner: Runner): void {
  const stat = statSync(parent);
  if (canEnter(parent, runner) || stat.uid !== 0 || parent === homedir()) return;
  if (canEnter(path.dirname(parent), runner)) chmodSync(parent, (stat.mode & 0o7777) | 0o001);
}

function relocate(root: string, runner: Runner, tell: (sentence: string) => void): string {
  if (existsSync(path.join(root, 'data')))
    throw new EmbeddedError(
      `The user ${runner.name}, under whom the database runs, can't reach ${root}. ` +
        'Allow passing through the folders above it, or choose another DATA_DIR.',
    );
  if (existsSync(root)) rmdirSync(root);
  const place = sharedPlaces.find((candidate) => existsSync(candidate) && canEnter(candidate, runner));
  if (!place)
    throw new EmbeddedError(
      `Only root may enter ${root}, but PostgreSQL does not run as root. Choose another DATA_DIR, or set DATABASE_URL.`,
    );
  const shared = path.join(place, 'tandem');
  mkdirSync(shared, { recursive: true });
  chmodSync(shared, 0o755);
  const target = path.join(shared, randomUUID());
  try {
    symlinkSync(target, root);
  } catch (error) {
    // A concurrently starting process was faster; its choice applies.
    if (codeOf(error) !== 'EEXIST') throw error;
    return followLink(root);
  }
  tell(`Only root may enter ${path.dirname(root)}, so the database is kept in ${target}.`);
  makeFolder(target, runner);
  return target;
}

function followLink(at: string): string {
  if (!existsSync(at))
    throw new EmbeddedError(
      `${at} is a link to a database folder that is gone. Restore that folder, or remove the link to begin anew.`,
    );
  return realpathSync(at);
}

function foreignFolder(at: string): EmbeddedError {
  return new EmbeddedError(
    `The database folder ${at} belongs to another user. Start Tandem as that user, or choose another DATA_DIR.`,
  );
}

function explain(error: unknown, at: string): unknown {
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM') return foreignFolder(at);
  if (['EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST'].includes(code))
    return new EmbeddedError(`The database folder ${at} can't be used (${code}). Choose another DATA_DIR.`);
  return error;
}
