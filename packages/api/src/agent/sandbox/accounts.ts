import { execFile } from 'node:child_process';
import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../../core/errors.ts';

/** Numbers that no account of a usual system has, also inside containers that know 65,536 of them. */
const FIRST = 61_200;
const COUNT = 2_000;

const taken = new Set<number>();

/** Whether commands can run as an account of their own. */
export function hasAccounts(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Takes an account for a folder: that which owns it already if nobody has it.
 * @throws AppError `unavailable` when all are taken
 */
export async function takeAccount(folder: string): Promise<number> {
  const { uid } = await stat(folder);
  const own = uid >= FIRST && uid < FIRST + COUNT && !taken.has(uid) ? uid : firstFree();
  taken.add(own);
  return own;
}

/** Gives an account back. */
export function releaseAccount(uid: number): void {
  taken.delete(uid);
}

/**
 * Has what is new in a folder belong to an account. Follows no links, and touches nothing that does already, so that
 * the times by which changed files are found stay.
 */
export async function giveFolder(folder: string, uid: number): Promise<void> {
  const those = [folder, '-xdev', '!', '-uid', `${uid}`, '-exec', 'chown', '-h', `${uid}:${uid}`, '{}', '+'];
  // Names that are too long for it were made by the account itself.
  await promisify(execFile)('find', those, { env: { PATH: '/usr/bin:/bin' }, maxBuffer: 2 ** 24 }).catch(
    () => {},
  );
}

/**
 * Lets an account of its own reach a folder through those that only this process may enter. They can be passed then, but
 * not listed.
 * @throws AppError `unavailable` when one of them holds something that others may open, or is not ours
 */
export async function givePassage(folder: string): Promise<void> {
  for (let inner = folder, at = path.dirname(folder); at !== inner; inner = at, at = path.dirname(at)) {
    const { mode, uid } = await stat(at);
    if (mode & 0o001) continue;
    const beside = (await readdir(at)).map((name) => path.join(at, name)).filter((each) => each !== inner);
    const modes = await Promise.all(beside.map(async (each) => (await lstat(each)).mode));
    if (uid !== process.getuid?.() || modes.some((each) => each & 0o007))
      throw new AppError('unavailable', {}, new Error(`${at} would open what it holds to other accounts`));
    await chmod(at, (mode & 0o777) | 0o001);
  }
}

function firstFree(): number {
  for (let uid = FIRST; uid < FIRST + COUNT; uid += 1) if (!taken.has(uid)) return uid;
  throw new AppError('unavailable');
}
