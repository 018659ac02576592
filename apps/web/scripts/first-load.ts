import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';

// Prints what each screen weighs when it is the first one opened: JavaScript and CSS, gzipped, in kB. Run after a
// build: node apps/web/scripts/first-load.ts

/** JavaScript that the sign-in page may load at most, gzipped, in kB. */
const LOGIN_BUDGET_KB = 250;
const dist = path.resolve(import.meta.dirname, '../dist');

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);
const manifest = manifestSchema.parse(
  JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')),
);

/** Files that a module needs before it can run. */
function filesOf(key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const sheet of chunk.css) found.add(sheet);
  for (const imported of chunk.imports) filesOf(imported, found);
  return found;
}

function weigh(files: Set<string>, extension: string): number {
  const bytes = [...files]
    .filter((file) => file.endsWith(extension))
    .reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length, 0);
  return Math.round(bytes / 100) / 10;
}

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '';
const layout = 'src/app/layouts/MainLayout.tsx';
const routes: Record<string, string[]> = {
  '/login': ['src/screens/session/LoginScreen.tsx'],
  '/register': ['src/screens/session/RegisterScreen.tsx'],
  '/callback': ['src/app/CallbackScreen.tsx'],
  '/home': [layout, 'src/screens/home/HomeScreen.tsx'],
  '/s/:appId': [layout, 'src/screens/app/AppScreen.tsx'],
  '/s/:appId/c/:channelId': [layout, 'src/screens/channel/ChannelScreen.tsx'],
  '/note/:appId': [layout, 'src/screens/app/NoteScreen.tsx'],
  '/note/:appId/c/:channelId': [
    layout,
    'src/screens/document/DocumentScreen.tsx',
    'src/screens/document/editor/Editor.tsx',
  ],
};

const weights = Object.entries(routes).map(([route, modules]) => {
  const files = filesOf(entry);
  for (const module of modules) filesOf(module, files);
  return { route, 'JS kB gzip': weigh(files, '.js'), 'CSS kB gzip': weigh(files, '.css') };
});
console.table(weights);
const login = weights[0]?.['JS kB gzip'] ?? 0;
if (login > LOGIN_BUDGET_KB) {
  console.error(`/login loads ${login} kB of JavaScript; ${LOGIN_BUDGET_KB} kB are allowed.`);
  process.exitCode = 1;
}
