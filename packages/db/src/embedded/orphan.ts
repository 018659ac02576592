import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, EmbeddedError } from './error.ts';
import type { Home } from './home.ts';

/** No process ever has this number; PostgreSQL takes a lock file that names it as left over. */
const nobodysPid = 2_147_483_647;
/** Lines of a leftover lock file that PostgreSQL reads; later ones report readiness. */
const keptLines = 7;

/** Signals in order of patience, with milliseconds to wait after each. The supervisor has the first turn. */
const persuasion: { signal: NodeJS.Signals | null; wait: number }[] = [
  { signal: null, wait: 3_000 },
  { signal: 'SIGINT', wait: 20_000 },
  { signal: 'SIGQUIT', wait: 10_000 },
];

/**
 * Cleans up after an earlier owner: stops a database that outlived it, and neutralises the lock file of a
 * dead one whose pid now belongs to another process or a zombie. The file itself stays, because PostgreSQL
 * uses it to detect sessions that still hold shared memory. Call only as the owner of the cluster.
 * @throws EmbeddedError when the database cannot be stopped
 */
export async function clearRemains(home: Home, log: (line: string) => void): Promise<void> {
  const pid = readPid(home);
  if (pid !== null) {
    await stopOrphan(pid, home, log);
    disarm(home);
  }
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(path.join(home.run, name), { force: true });
}

/** Returns the pid of a running database ready for connections; null for none. */
export function readyPid(home: Home): number | null {
  const lines = readLock(home);
  const pid = Number(lines[0]);
  return pid > 0 && pid !== nobodysPid && lines[keptLines]?.trim() === 'ready' ? pid : null;
}

async function stopOrphan(pid: number, home: Home, log: (line: string) => void): Promise<void> {
  for (const { signal, wait } of persuasion) {
    if (!isOurs(pid, home)) return;
    if (signal) {
      log(`Stopping a database left over from before (process ${pid})`);
      signalQuietly(pid, signal);
    }
    for (const end = performance.now() + wait; performance.now() < end && isOurs(pid, home); )
      await sleep(20);
  }
  if (isOurs(pid, home))
    throw new EmbeddedError(
      `A database left over from before (process ${pid}) does not stop. End it, then start again.`,
    );
}

/** Whether the process is a PostgreSQL on this folder: pids are reused, immediately in containers. */
function isOurs(pid: number, home: Home): boolean {
  const words = commandLine(pid);
  return words.includes('postgres') && words.includes(`-D ${home.data} `);
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended between the check and the signal.
  }
}

function readLock(home: Home): string[] {
  try {
    return readFileSync(path.join(home.data, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function readPid(home: Home): number | null {
  const lines = readLock(home);
  return lines.length === 0 ? null : Number(lines[0]) || 0;
}

function disarm(home: Home): void {
  const file = path.join(home.data, 'postmaster.pid');
  const lines = readLock(home);
  if (lines.length === 0) return;
  // Truncated while being written: nothing started, and PostgreSQL would refuse the incomplete file.
  if (lines.length < keptLines) {
    rmSync(file, { force: true });
    return;
  }
  const fresh = `${file}.disarmed`;
  writeFileSync(fresh, `${[nobodysPid, ...lines.slice(1, keptLines)].join('\n')}\n`, { mode: 0o600 });
  if (home.runner) chownSync(fresh, home.runner.uid, home.runner.gid);
  renameSync(fresh, file);
}
