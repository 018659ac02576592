// `npm run e2e -- [Playwright's arguments]`: the browser tests alone.
import process from 'node:process';
import { runNode } from './checkout.mjs';
import { ensureChromium } from './chromium.mjs';
import { buildWeb } from './web.mjs';

await buildWeb();
const { code } = await runNode(
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '-c',
    'tests/e2e/playwright.config.ts',
    ...process.argv.slice(2),
  ],
  { env: { CHROMIUM_PATH: ensureChromium() } },
);
process.exit(code);
