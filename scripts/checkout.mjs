import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** The folder that holds package.json. */
export const checkout = path.resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');

/** The Node that comes with the dependencies, on which everything but installing runs. */
export const pinnedNode = path.join(
  checkout,
  'node_modules/.bin',
  process.platform === 'win32' ? 'node.cmd' : 'node',
);

/** Prints one step of what is going on. */
export function step(text) {
  console.log(`· ${text}`);
}

/** Prints one sentence on what to do, and ends. */
export function fail(sentence) {
  console.error(`\n✗ ${sentence}\n`);
  process.exit(1);
}

export function hashOf(...contents) {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex');
}

export function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** The environment of what runs on the pinned Node: compiled code is kept between starts. */
export function nodeEnvironment(extra = {}) {
  return {
    ...process.env,
    PATH: `${path.dirname(pinnedNode)}${path.delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: path.join(checkout, 'node_modules/.cache/node-compile'),
    ...extra,
  };
}

/** Runs the pinned Node to its end and answers its exit code; signals are handed on. */
export function runNode(args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(pinnedNode, args, {
      cwd: checkout,
      env: nodeEnvironment(env),
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout?.on('data', (data) => (output += data));
    child.stderr?.on('data', (data) => (output += data));
    let told = false;
    const pass = (signal) => {
      told = true;
      child.kill(signal);
    };
    process.on('SIGTERM', pass);
    // The child takes a second signal for a wish to end at once, so one who knows already is left alone.
    const orphanage = whenOrphaned(() => told || pass('SIGTERM'));
    // A terminal sends SIGINT to the child too; here it only must not end us first.
    const wait = () => {
      told = true;
    };
    process.on('SIGINT', wait);
    child.on('close', (code, signal) => {
      clearInterval(orphanage);
      process.off('SIGTERM', pass);
      process.off('SIGINT', wait);
      resolve({ code: code ?? (signal ? 1 : 0), output });
    });
  });
}

/**
 * Watches for the end of the shell between npm and us: npm hands SIGTERM to that shell, which dies of it without
 * a word to us.
 */
export function whenOrphaned(end) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  return setInterval(() => {
    if (process.ppid !== parent) end();
  }, 300).unref();
}

/** Whether a program can be run, and what its version line says. */
export function versionOf(program, args = ['--version']) {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
