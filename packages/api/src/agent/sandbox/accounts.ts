import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
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

function firstFree(): number {
  for (let uid = FIRST; uid < FIRST + COUNT; uid += 1) if (!taken.has(uid)) return uid;
  throw new AppError('unavailable');
}
