import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The top of the repository. */
export const root = path.resolve(import.meta.dirname, '../..');

/** One import of a file or package. */
export interface Import {
  /** From the root. */
  file: string;
  /** A path from the root for our own modules, the bare name for a dependency. */
  target: string;
  /** Gone when types are stripped, so that it orders nothing at run time. */
  typeOnly: boolean;
}

/** Files of the product below a folder, from the root: no tests, and nothing that is made for them. */
export function sourcesBelow(folder: string): string[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\/testing[./]/.test(file))
    .sort();
}

const STATEMENT =
  /^(?:import|export)\s+(type\s)?([^;'"]*?)from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/gm;

/** The imports of a file, by statements and by `import()`. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(STATEMENT)].map(([, type, names = '', from, bare, dynamic]) => ({
    file,
    target: resolve(file, (from ?? bare ?? dynamic) as string),
    typeOnly: type !== undefined || namesTypesAlone(names),
  }));
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.join(path.dirname(file), specifier);
  const own = /^@tandem\/(shared|db|api)(?:\/(.*))?$/.exec(specifier);
  return own ? `packages/${own[1]}/src/${own[2] ?? 'index'}` : specifier;
}

/** `{ type A, type B }`, without a default import before it. */
function namesTypesAlone(names: string): boolean {
  const inner = /^\{([^}]*)\}\s*$/.exec(names)?.[1];
  if (inner === undefined) return false;
  const named = inner
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return named.length > 0 && named.every((name) => name.startsWith('type '));
}

/**
 * The folder of a file below `base`, cut to a depth.
 * @returns the file's own name when it lies in `base` itself, null when it lies elsewhere
 */
export function folderOf(file: string, base: string, depth: number): string | null {
  if (!file.startsWith(`${base}/`)) return null;
  const parts = file.slice(base.length + 1).split('/');
  return parts.length === 1
    ? (parts[0] as string)
    : parts.slice(0, Math.min(depth, parts.length - 1)).join('/');
}

/** Arrows between folders that close a circle, each with one of the imports that make it. */
export function circlesOf(imports: readonly Import[], nodeOf: (file: string) => string | null): string[] {
  const arrows = new Map<string, Map<string, string[]>>();
  for (const { file, target, typeOnly } of imports) {
    const [from, to] = [nodeOf(file), nodeOf(target)];
    if (typeOnly || from === null || to === null || from === to) continue;
    const targets = arrows.get(from) ?? new Map<string, string[]>();
    targets.set(to, [...(targets.get(to) ?? []), `${file} imports ${target}`]);
    arrows.set(from, targets);
  }
  const reached = new Map([...arrows.keys()].map((node) => [node, reachableFrom(node, arrows)]));
  const closing = [...arrows].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, lines]) =>
      reached.get(to)?.has(from) ? [`${from} → ${to} (${lines.length}): ${lines[0]}`] : [],
    ),
  );
  return closing.sort();
}

function reachableFrom(
  start: string,
  arrows: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): Set<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (const next of arrows.get(node)?.keys() ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        waiting.push(next);
      }
  return seen;
}

/** Folders below `base` that hold more than `most` files themselves, with their number. */
export function crowdedFolders(files: readonly string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > most).map(([folder, count]) => `${folder}: ${count}`);
}
