import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf, crowdedFolders, folderOf, importsOf, root, sourcesBelow } from './imports.ts';

const base = 'apps/web/src';

/** Each layer imports only those before it. */
const layers = ['lib', 'theme', 'ui', 'entities', 'features', 'screens', 'app'];

const sources = sourcesBelow(base).filter((file) => folderOf(file, base, 1) !== 'main.tsx');
const imports = sources.flatMap(importsOf).filter(({ target }) => target.startsWith(`${base}/`));
const layerOf = (file: string) => folderOf(file, base, 1) ?? '';
const nounOf = (file: string) => folderOf(file, base, 2);
const told = ({ file, target }: { file: string; target: string }) => `${file} imports ${target}`;

describe('rooms of the web', () => {
  it('every folder is a listed layer', () => {
    expect([...new Set(sources.map(layerOf))].sort()).toEqual([...layers].sort());
  });

  it('a layer imports only earlier layers', () => {
    const upwards = imports.filter(
      ({ file, target, typeOnly }) =>
        !typeOnly && layers.indexOf(layerOf(target)) > layers.indexOf(layerOf(file)),
    );
    expect(upwards.map(told)).toEqual([]);
  });

  it('features do not import each other', () => {
    const across = imports.filter(
      ({ file, target }) =>
        layerOf(file) === 'features' && layerOf(target) === 'features' && nounOf(file) !== nounOf(target),
    );
    expect(across.map(told)).toEqual([]);
  });

  it('toasts go through one door, since what shows them is no part of the first load', () => {
    const door = [`${base}/lib/toasts.ts`, `${base}/app/Toaster.tsx`];
    const direct = sources.filter(
      (file) => !door.includes(file) && /from 'sonner'/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(direct).toEqual([]);
  });

  it('whoever brings the styles of a segmented control brings those of its mark, which stands askew without', () => {
    const half = sources.filter((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return /SegmentedControl\.layer\.css/.test(text) && !/FloatingIndicator\.layer\.css/.test(text);
    });
    expect(half).toEqual([]);
  });

  it('nouns have no import cycle', () => {
    expect(circlesOf(imports, nounOf)).toEqual([]);
  });

  it('a folder holds about thirty files at most', () => {
    expect(crowdedFolders(globSync(`${base}/**/*.*`, { cwd: root }), 32)).toEqual([]);
  });
});
