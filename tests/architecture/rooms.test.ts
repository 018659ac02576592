import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { circlesOf, crowdedFolders, folderOf, importsOf, root, sourcesBelow } from './imports.ts';

const base = 'packages/api/src';

/** Each area imports only those before it. */
const areas = [
  'core',
  'access',
  'ai',
  'content',
  'identity',
  'models',
  'workspace',
  'document',
  'dataset',
  'agent',
  'conversation',
  'people',
  'administration',
  'live',
  'search',
];

/** Routers, REST rows and jobs compose what any area offers; only the root list imports them. */
const isEntry = (file: string) => /\.(router|rest|jobs)\.ts$|\/root\.ts$/.test(file);
const sources = sourcesBelow(base).filter((file) => !isEntry(file));
const imports = sources.flatMap(importsOf);
const areaOf = (file: string) => folderOf(file, base, 1);

describe('rooms of the API', () => {
  it('every folder is a listed area', () => {
    expect([...new Set(sources.map(areaOf))].sort()).toEqual([...areas].sort());
  });

  it('an area imports only earlier areas', () => {
    const rank = (file: string) => areas.indexOf(areaOf(file) ?? '');
    const upwards = imports.filter(
      ({ file, target, typeOnly }) => !typeOnly && target.startsWith(base) && rank(target) > rank(file),
    );
    expect(upwards.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it('nouns have no import cycle', () => {
    expect(circlesOf(imports, (file) => folderOf(file, base, 2))).toEqual([]);
  });

  it('only the root list imports routers, REST rows and jobs', () => {
    const importers = imports.filter(({ target }) => target.startsWith(base) && isEntry(target));
    expect(importers.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it('a folder holds about thirty files at most', () => {
    expect(crowdedFolders(globSync(`${base}/**/*.ts`, { cwd: root }), 32)).toEqual([]);
  });
});
