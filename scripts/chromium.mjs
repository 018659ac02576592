import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { checkout, fail, pinnedNode, step, versionOf } from './checkout.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macOs = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Path of a Chromium for browser tests; one is installed when there is none. */
export function ensureChromium() {
  return process.env.CHROMIUM_PATH || onSystem() || downloaded() || fromDebian() || giveUp();
}

function onSystem() {
  if (existsSync(macOs)) return macOs;
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
      const file = path.join(folder, name);
      if (existsSync(file) && versionOf(file)) return file;
    }
  return null;
}

/** Playwright's own, from its download host. */
function downloaded() {
  const at = () => {
    const script =
      "import('@playwright/test').then(({ chromium }) => process.stdout.write(chromium.executablePath()))";
    const { stdout } = spawnSync(pinnedNode, ['-e', script], {
      cwd: path.join(checkout, 'tests'),
      encoding: 'utf8',
    });
    return stdout && existsSync(stdout) && versionOf(stdout) ? stdout : null;
  };
  const there = at();
  if (there) return there;
  step('Getting a Chromium for the browser tests');
  spawnSync(pinnedNode, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    cwd: checkout,
    stdio: 'ignore',
    timeout: 120_000,
  });
  return at();
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !versionOf('apt-get')) return null;
  step('Installing Chromium from the system’s packages');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore', env });
  return onSystem();
}

function giveUp() {
  return fail(
    'The browser tests need Chromium, and none could be installed. Install Chromium or Google Chrome and run the same command again.',
  );
}
