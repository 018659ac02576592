// Runs before `npm start`, `npm test` and `npm run dev`, on whatever Node starts npm: installs what is missing.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { checkout, fail, hashOf, pinnedNode, readIfThere, step, versionOf } from './checkout.mjs';
import { serversOfCheckout } from './running.mjs';

const OLDEST = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
  fail(
    `Tandem needs Node ${OLDEST.join('.')} or newer to install itself; this is ${process.version}. Get one at https://nodejs.org.`,
  );

const marker = path.join(checkout, 'node_modules/.tandem-installed');
const lockFile = path.join(checkout, 'package-lock.json');
const wanted = hashOf(readFileSync(lockFile), `${process.platform} ${process.arch}`);

if (readIfThere(marker) !== wanted || !existsSync(pinnedNode)) {
  if (!existsSync(pinnedNode) || !holdsTheLock()) install();
  writeFileSync(marker, wanted);
}

/** Whether somebody's own `npm install` has already put in place what the lock file says. */
function holdsTheLock() {
  const present = readIfThere(path.join(checkout, 'node_modules/.package-lock.json'));
  if (present === null) return false;
  const here = JSON.parse(present).packages;
  return Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages).every(
    ([place, { version, link, optional, peer }]) =>
      !place.includes('node_modules/') ||
      link ||
      here[place]?.version === version ||
      (!here[place] && (optional || peer)),
  );
}

function install() {
  const [server] = existsSync(path.join(checkout, 'node_modules')) ? serversOfCheckout() : [];
  if (server)
    fail(
      `The dependencies have changed, but a Tandem server (process ${server}) runs from this folder. Stop it and try again.`,
    );
  step('Installing dependencies (once; about a minute)');
  rmSync(marker, { force: true });
  const npm = process.env.npm_execpath;
  // Nothing here needs an install script, so none is run; what the environment asks to omit is needed.
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
  ];
  args.push('--loglevel=error');
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: checkout, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: checkout, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0)
    fail(
      'Installing failed. Check that this machine reaches the npm registry, then run the same command again.',
    );
  if (!versionOf(pinnedNode))
    fail(
      `No Node for ${process.platform} ${process.arch} came with the dependencies. Tandem runs on Linux (glibc) and macOS.`,
    );
}
