import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Binaries, checkRunnable } from './binaries.ts';
import { EmbeddedError } from './error.ts';
import { type Home, systemPath } from './home.ts';
import { requireAccount } from './privileges.ts';

/** The superuser of the cluster and the database it keeps Tandem in. */
export const databaseName = 'tandem';
const major = '18';

/**
 * Creates the cluster if there is none, under a temporary name that is changed when complete, so that a kill
 * leaves nothing that looks like a cluster.
 * @throws EmbeddedError with initdb's own words, or for data of another major version
 */
export async function ensureCluster(home: Home, binaries: Binaries): Promise<void> {
  const version = path.join(home.data, 'PG_VERSION');
  if (existsSync(version)) {
    const found = readFileSync(version, 'utf8').trim();
    if (found === major) return;
    throw new EmbeddedError(
      `The database in ${home.root} was made by PostgreSQL ${found}; this Tandem brings ${major}. ` +
        'Make a backup with the Tandem that made it, and restore it here into a new DATA_DIR.',
    );
  }
  requireAccount();
  checkRunnable(binaries, home);
  for (const name of readdirSync(home.root).filter((entry) => entry.startsWith('init-')))
    rmSync(path.join(home.root, name), { recursive: true, force: true, maxRetries: 3 });
  const half = path.join(home.root, `init-${process.pid}-${Date.now().toString(36)}`);
  await runInitdb(home, binaries, half);
  renameSync(half, home.data);
}

function runInitdb(home: Home, { initdb }: Binaries, target: string): Promise<void> {
  const args = ['-D', target, '-U', databaseName, '--auth=trust', '--encoding=UTF8', '--no-instructions'];
  // The built-in provider knows the case of every script and never changes with the system's libraries.
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums');
  const ids = home.runner ? { uid: home.runner.uid, gid: home.runner.gid } : {};
  const env = { PATH: systemPath, TZ: 'UTC', LC_ALL: 'C' };
  const child = spawn(initdb, args, { ...ids, env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.on('data', (chunk) => {
    words = (words + chunk).slice(-2000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new EmbeddedError(`The database could not be made: ${words.trim() || `initdb ended with ${code}`}`),
        );
    });
  });
}
