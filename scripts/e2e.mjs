// `npm run e2e -- [Playwright's arguments]`: the browser tests alone. With arguments at full depth: who names a journey
// wants all of it.
import process from 'node:process';
import { runNode } from './checkout.mjs';
import { ensureChromium } from './chromium.mjs';
import { buildWeb } from './web.mjs';

await buildWeb();
const args = process.argv.slice(2);
const { code } = await runNode(
  ['node_modules/@playwright/test/cli.js', 'test', '-c', 'tests/e2e/playwright.config.ts', ...args],
  { env: { CHROMIUM_PATH: ensureChromium(), ...(args.length > 0 && { TEST_DEPTH: 'full' }) } },
);
process.exit(code);
