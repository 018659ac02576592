import * as z from 'zod';

/** Where commands find the files, which models name in paths as well. */
const WORKSPACE = '/workspace';

/**
 * A path as models write it, from the top of the files: commands know it below `/workspace`, and some begin with `./`.
 * It is not judged.
 */
export function plainPath(path: string): string {
  if (path === WORKSPACE || path === '.' || path === '/' || path === './') return '';
  const inside = path.startsWith(`${WORKSPACE}/`) ? path.slice(WORKSPACE.length + 1) : path;
  return (inside.startsWith('./') ? inside.slice(2) : inside).normalize('NFC');
}

/** Longest path in characters; workspaces hold none that is longer. */
const MAX_PATH = 1_000;

export const filePath = z.string().min(1).max(MAX_PATH).describe('Path of a file, such as "src/main.py".');
export const folderPath = z.string().max(MAX_PATH).describe('Path of a folder; empty for all files.');
