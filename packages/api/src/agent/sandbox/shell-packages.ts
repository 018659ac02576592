import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

let known: readonly string[] | null = null;

/**
 * Where the packages of the embedded shell lie: their real folders, and those of what they need. Nothing else of
 * `node_modules` may be granted, because it holds relative links and Node follows them out of what it grants.
 */
export function shellPackages(modules: string): readonly string[] {
  known ??= [...packagesFrom(modules)];
  return known;
}

function packagesFrom(modules: string): Set<string> {
  const found = new Set<string>();
  const visit = (name: string, from: string) => {
    const folder = folderOf(name, from);
    if (folder === null || found.has(folder)) return;
    found.add(folder);
    const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
      readFileSync(path.join(folder, 'package.json'), 'utf8'),
    );
    for (const needed of Object.keys(dependencies)) visit(needed, folder);
  };
  visit('just-bash', path.dirname(modules));
  return found;
}

/** Looks for a package as Node does: beside who needs it, then further up. */
function folderOf(name: string, from: string): string | null {
  const folder = path.join(from, 'node_modules', name);
  if (existsSync(path.join(folder, 'package.json'))) return realpathSync(folder);
  const up = path.dirname(from);
  return up === from ? null : folderOf(name, up);
}
