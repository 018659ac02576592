// `npm test`: everything that must hold, in the order that tells a mistake soonest. With `--all` at full depth, where
// `npm test` tries a fixed sample of what is alike.
import process from 'node:process';
import { fail, runNode, step } from './checkout.mjs';
import { ensureChromium } from './chromium.mjs';
import { buildWeb } from './web.mjs';

const suites = (...projects) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  ...projects.flatMap((project) => ['--project', project]),
];
const typescript = (project) => ['node_modules/typescript/bin/tsc', '-p', project];

/** Stages run one after another, the runs of a stage beside each other: most of them wait for servers. */
const stages = [
  {
    name: 'Types and lint',
    runs: [
      typescript('tsconfig.json'),
      typescript('apps/web/tsconfig.json'),
      ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
    ],
  },
  { name: 'Unit tests', runs: [suites('unit', 'web')] },
  { name: 'Integration tests', runs: [suites('integration')] },
  { name: 'Operator tests', runs: [suites('operator')] },
  {
    name: 'Contract and conformance tests',
    prepare: buildWeb,
    runs: [suites('contract'), suites('conformance'), ['apps/web/scripts/first-load.ts']],
  },
  // Apart from the others: they kill what they start, and some measure.
  { name: 'Fault tests', runs: [suites('faults', 'faults-measured')] },
  {
    name: 'Browser tests',
    runs: [['node_modules/@playwright/test/cli.js', 'test', '-c', 'tests/e2e/playwright.config.ts']],
  },
];

const env = {
  CHROMIUM_PATH: ensureChromium(),
  ...(process.argv.includes('--all') && { TEST_DEPTH: 'full' }),
};
const began = Date.now();
for (const [index, { name, prepare, runs }] of stages.entries()) {
  step(`${name} (${index + 1} of ${stages.length})`);
  const started = Date.now();
  await prepare?.();
  const codes = await Promise.all(runs.map((run) => runOne(run, runs.length > 1)));
  const failed = runs.filter((_run, at) => codes[at] !== 0);
  if (failed.length > 0)
    fail(
      `${name} failed; the lines above say where. Run only this again with: ${failed.map(again).join(' && ')}`,
    );
  console.log(`  ${name}: ${secondsSince(started)} s`);
}
console.log(`\n✓ Everything passed in ${secondsSince(began)} s\n`);
process.exit(0);

function secondsSince(moment) {
  return Math.round((Date.now() - moment) / 1000);
}

/** Runs beside others keep their output until they end, so that lines do not mix. */
async function runOne(run, besideOthers) {
  const { code, output } = await runNode(run, { env, quiet: besideOthers });
  if (besideOthers) process.stdout.write(output);
  return code;
}

/** What to type for one run, by the names that npm gives its tools. */
function again([tool, ...args]) {
  const name = /(tsc|biome|vitest|playwright)/.exec(tool)?.[0];
  return (name ? ['npx', name, ...args] : ['node', tool, ...args]).join(' ');
}
