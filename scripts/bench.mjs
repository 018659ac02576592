// `npm run bench`: one table of ratios against the raw limits, measured in this run.
import process from 'node:process';
import { runNode } from './checkout.mjs';
import { ensureChromium } from './chromium.mjs';
import { buildWeb } from './web.mjs';

await buildWeb();
const { code } = await runNode(['tests/bench/main.ts', ...process.argv.slice(2)], {
  env: { CHROMIUM_PATH: ensureChromium() },
});
process.exit(code);
