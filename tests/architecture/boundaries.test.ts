import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, type Import, importsOf, root } from './imports.ts';

/** The allowed direction of imports: shared ← db ← api ← server; web → shared and the router's type. */
const sources = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);
const imports = sources.flatMap(importsOf);

function offenders(from: RegExp, to: RegExp, allowed: (edge: Import) => boolean = () => false): string[] {
  return imports
    .filter((edge) => from.test(edge.file) && to.test(edge.target) && !allowed(edge))
    .map((edge) => `${edge.file} imports ${edge.target}`);
}

describe('boundaries', () => {
  it('finds the sources it checks', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(sources.length);
  });

  it('shared imports nothing of ours', () => {
    const shared = /^packages\/shared\/src\/(?!testing\/)/;
    expect(offenders(shared, /^(packages\/(?!shared)|apps\/|node:)/)).toEqual([]);
  });

  it('test support is imported by tests only', () => {
    // The command that fills a database for trying things out makes its rows as tests do.
    const product = /^(?!.*\/testing\/|apps\/server\/src\/commands\/seed\/)/;
    expect(offenders(product, /\/testing\//)).toEqual([]);
  });

  it('db imports only shared', () => {
    expect(offenders(/^packages\/db\//, /^(packages\/api|apps\/)/)).toEqual([]);
  });

  it('api imports neither the server nor the web', () => {
    expect(offenders(/^packages\/api\//, /^apps\/|^fastify$|^@fastify/)).toEqual([]);
  });

  it('nothing in api imports the root list', () => {
    expect(offenders(/^packages\/api\/src\/(?!root)/, /^packages\/api\/src\/root/)).toEqual([]);
  });

  it('an area’s SQL is used within it, by the areas that act for several nouns, and by the entry layer', () => {
    const areaOf = (file: string) => folderOf(file, 'packages/api/src', 1) ?? '';
    const acting = new Set(['conversation', 'live', 'search', 'people', 'administration']);
    const foreign = imports.filter(
      ({ file, target }) =>
        file.startsWith('packages/api/src/') &&
        /^packages\/api\/src\/.*\.repo(\.ts)?$/.test(target) &&
        areaOf(file) !== areaOf(target) &&
        !acting.has(areaOf(file)) &&
        !/\.(router|rest|jobs)\.ts$/.test(file),
    );
    expect(foreign.map((edge) => `${edge.file} imports ${edge.target}`)).toEqual([]);
  });

  it('the web imports shared, and of the api only types', () => {
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
