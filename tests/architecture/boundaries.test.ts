import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Which way imports may point: shared ← db ← api ← server; web → shared and the router's type. */
const root = path.resolve(import.meta.dirname, '../..');

interface Import {
  file: string;
  target: string;
  typeOnly: boolean;
}

const sources = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);
const imports = sources.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^;'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/gm,
  );
  return [...statements].map(([, type, from, dynamic]) => ({
    file,
    target: resolve(file, (from ?? dynamic) as string),
    typeOnly: type !== undefined,
  }));
}

/** A path from the root for our own modules, the bare name for a dependency. */
function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.join(path.dirname(file), specifier);
  const own = /^@tandem\/(shared|db|api)(?:\/(.*))?$/.exec(specifier);
  return own ? `packages/${own[1]}/src/${own[2] ?? 'index'}` : specifier;
}

function offenders(from: RegExp, to: RegExp, allowed: (edge: Import) => boolean = () => false): string[] {
  return imports
    .filter((edge) => from.test(edge.file) && to.test(edge.target) && !allowed(edge))
    .map((edge) => `${edge.file} imports ${edge.target}`);
}

describe('boundaries', () => {
  it('finds the sources it judges', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(sources.length);
  });

  it('shared knows nobody', () => {
    const shared = /^packages\/shared\/src\/(?!testing\/)/;
    expect(offenders(shared, /^(packages\/(?!shared)|apps\/|node:)/)).toEqual([]);
  });

  it('what is made for tests is imported by tests alone', () => {
    // The command that fills a database for trying things out makes its rows as tests do.
    const product = /^(?!.*\/testing\/|apps\/server\/src\/commands\/seed\/)/;
    expect(offenders(product, /\/testing\//)).toEqual([]);
  });

  it('db knows only shared', () => {
    expect(offenders(/^packages\/db\//, /^(packages\/api|apps\/)/)).toEqual([]);
  });

  it('api knows neither the server nor the web', () => {
    expect(offenders(/^packages\/api\//, /^apps\/|^fastify$|^@fastify/)).toEqual([]);
  });

  it('inside api, core knows neither ai nor any noun', () => {
    expect(offenders(/^packages\/api\/src\/core\//, /^packages\/api\/src\/(?!core\/)/)).toEqual([]);
  });

  it('inside api, ai knows no noun', () => {
    const noun = /^packages\/api\/src\/(?!(?:ai|core)\/)/;
    expect(offenders(/^packages\/api\/src\/ai\//, noun)).toEqual([]);
  });

  it('the root list is imported by nobody in api', () => {
    expect(offenders(/^packages\/api\/src\/(?!root)/, /^packages\/api\/src\/root/)).toEqual([]);
  });

  it('a noun never uses another noun’s repo', () => {
    // `ai` lies below the nouns: storing a message and its turn is one transaction.
    const nounOf = (file: string) => /^packages\/api\/src\/([^/]+)\//.exec(file)?.[1];
    const foreign = imports.filter(
      ({ file, target }) =>
        file.startsWith('packages/api/src/') &&
        /^packages\/api\/src\/(?!ai\/).*\.repo(\.ts)?$/.test(target) &&
        nounOf(file) !== nounOf(target),
    );
    expect(foreign.map((edge) => `${edge.file} imports ${edge.target}`)).toEqual([]);
  });

  it('the web knows shared, and of the api only types', () => {
    expect(offenders(/^apps\/web\//, /^(packages\/db|apps\/server)/)).toEqual([]);
    expect(offenders(/^apps\/web\//, /^packages\/api/, (edge) => edge.typeOnly)).toEqual([]);
  });

  it('only the configuration reads the environment', () => {
    const readers = sources.filter(
      (file) =>
        !/^apps\/server\/src\/config\//.test(file) &&
        /^(?!\s*(\*|\/\/)).*\bprocess\.env\b/m.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(readers).toEqual([]);
  });
});
