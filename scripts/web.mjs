import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkout, fail, hashOf, readIfThere, runNode, step } from './checkout.mjs';

const dist = path.join(checkout, 'apps/web/dist');
const built = path.join(dist, '.built-from');

/** Files and folders that the web is built from. */
const inputs = [
  'package-lock.json',
  'apps/web/index.html',
  'apps/web/package.json',
  'apps/web/vite.config.ts',
  'apps/web/src',
  'apps/web/public',
  'apps/web/build',
  'packages/shared/src',
];

/** Builds the web unless what stands was built from the same inputs. */
export async function buildWeb() {
  const files = inputs.flatMap((input) => filesOf(path.join(checkout, input))).sort();
  const wanted = hashOf(...files.flatMap((file) => [path.relative(checkout, file), readFileSync(file)]));
  if (existsSync(path.join(dist, 'index.html')) && readIfThere(built) === wanted) return;
  step('Building the web application (once; about half a minute)');
  const { code, output } = await runNode(
    ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'error'],
    {
      quiet: true,
    },
  );
  if (code !== 0) {
    console.error(output);
    fail('Building the web application failed; the lines above say where.');
  }
  writeFileSync(built, wanted);
}

function filesOf(place) {
  const stat = statSync(place, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return /\.test\.tsx?$/.test(place) ? [] : [place];
  return readdirSync(place).flatMap((name) => filesOf(path.join(place, name)));
}
