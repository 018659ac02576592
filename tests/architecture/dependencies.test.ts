import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** A workspace declares what it imports, and nothing else. */
const root = path.resolve(import.meta.dirname, '../..');
const workspaces = globSync(['packages/*', 'apps/*', 'tests'], { cwd: root });

interface Manifest {
  name: string;
  license?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Dependencies of the root, available to every workspace. */
const tools = declared(manifestOf('.'));
/** Named in the configuration of Vitest, where nothing imports it. */
const byName = ['happy-dom'];

/** Licences of what we depend on ourselves; CONTRIBUTING.md names their families. */
const licences = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'MIT OR Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'MPL-2.0',
];
/** Each is explained in docs/decisions/0005. */
const otherLicences = ['fractional-indexing CC0-1.0', '@fontsource-variable/inter OFL-1.1'];

const statements = [
  /^(?:import|export)\s[^;'"]*?from\s+'([^']+)'/gm,
  /^(?:import|@import)\s+'([^']+)'/gm,
  /\bimport\(\s*'([^']+)'/g,
  /\brequire\('([^']+)'\)/g,
  /createRequire\(import\.meta\.url\)\('([^']+)'\)/g,
];

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
}

function declared({ dependencies, devDependencies }: Manifest): string[] {
  return Object.keys({ ...dependencies, ...devDependencies });
}

/** The packages that a workspace's files import, its neighbours also where they are reached by a path. */
function importedBy(workspace: string): Set<string> {
  const files = globSync(`${workspace}/**/*.{ts,tsx,css}`, {
    cwd: root,
    exclude: (name) => name.endsWith('/node_modules') || name.endsWith('/dist'),
  });
  return new Set(
    files.flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return statements
        .flatMap((statement) => [...text.matchAll(statement)])
        .map(([, specifier]) => packageOf(file, specifier as string))
        .filter((name) => name !== null);
    }),
  );
}

function packageOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) {
    const target = path.join(path.dirname(file), specifier);
    const neighbour = workspaces.find((workspace) => target.startsWith(`${workspace}/`));
    return neighbour ? manifestOf(neighbour).name : null;
  }
  if (specifier.startsWith('node:')) return null;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The package whose types these are: `@types/react` is for `react`. */
function typed(name: string): string {
  return name.replace(/^@types\/(?:(.+)__)?/, (_all, scope) => (scope ? `@${scope}/` : ''));
}

/** Peer dependencies of a workspace's libraries. */
function wantedBeside(names: string[]): Set<string> {
  return new Set(
    names
      .filter((name) => !name.startsWith('@tandem/'))
      .flatMap((name) => Object.keys(manifestOf(`node_modules/${name}`).peerDependencies ?? {})),
  );
}

it.each(['.', ...workspaces])('the dependencies of %s have licences that are allowed', (workspace) => {
  const odd = declared(manifestOf(workspace))
    .filter((name) => !name.startsWith('@tandem/'))
    .map((name) => ({ name, licence: manifestOf(`node_modules/${name}`).license ?? 'none' }))
    .filter(({ licence }) => !licences.includes(licence))
    .map(({ name, licence }) => `${name} ${licence}`);
  expect(odd.filter((each) => !otherLicences.includes(each))).toEqual([]);
});

describe.each(workspaces)('the dependencies of %s', (workspace) => {
  const manifest = manifestOf(workspace);
  const names = declared(manifest);
  const imported = importedBy(workspace);

  it('are imported', () => {
    const beside = wantedBeside(names);
    const unused = names.filter(
      (name) => !imported.has(typed(name)) && !beside.has(name) && !byName.includes(name),
    );
    expect(unused).toEqual([]);
  });

  it('are declared', () => {
    // Tests import the fakes by path; boundaries.test.ts checks such paths.
    const known = new Set([
      manifest.name,
      '@tandem/tests',
      ...[...names, ...tools].flatMap((name) => [name, typed(name)]),
    ]);
    expect([...imported].filter((name) => !known.has(name))).toEqual([]);
  });
});
