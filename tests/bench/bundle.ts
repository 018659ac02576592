import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BenchRow, kilobytes } from './table.ts';

const dist = path.resolve(import.meta.dirname, '../../apps/web/dist');

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

/** JavaScript and CSS that each route loads before it shows, gzipped, what routes share included. */
export function measureBundle(): BenchRow[] {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '';
  const shell = filesOf(manifest, entry);
  const screens = Object.keys(manifest).filter((key) => /(Screen|Layout|Page)\.tsx$/.test(key));
  return screens.sort().map((screen) => {
    const files = new Set([...shell, ...filesOf(manifest, screen)]);
    const own = [...files].filter((file) => !shell.has(file));
    return {
      what: `first load of ${path.basename(screen, '.tsx')}`,
      ours: `JS ${kilobytes(weigh(files, '.js'))}, CSS ${kilobytes(weigh(files, '.css'))}`,
      against: `of which beyond the shell: JS ${kilobytes(weigh(own, '.js'))}`,
      ratio: '',
    };
  });
}

/** A chunk with everything it imports statically. */
function filesOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const css of chunk.css ?? []) found.add(css);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, found);
  return found;
}

function weigh(files: Iterable<string>, extension: string): number {
  return [...files]
    .filter((file) => file.endsWith(extension))
    .reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file))).length, 0);
}
