import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';

// Prints what each screen weighs when it is the first one opened: JavaScript and CSS, gzipped, in kB. Fails when one
// weighs more than it may; `npm test` asks. Run after a build: node apps/web/scripts/first-load.ts

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

interface Route {
  /** Its files besides the first bundle. */
  parts: string[];
  /** JavaScript that it may load at most, gzipped, in kB. */
  most: number;
}

const routes: Record<string, Route> = {
  '/login': { parts: ['src/screens/session/LoginScreen.tsx'], most: 230 },
  '/register': { parts: ['src/screens/session/RegisterScreen.tsx'], most: 230 },
  '/callback': { parts: ['src/app/CallbackScreen.tsx'], most: 230 },
  '/home': { parts: [layout, 'src/screens/home/HomeScreen.tsx'], most: 345 },
  '/s/:appId': { parts: [layout, 'src/screens/app/AppScreen.tsx'], most: 340 },
  '/s/:appId/c/:channelId': { parts: [layout, 'src/screens/channel/ChannelScreen.tsx'], most: 380 },
  '/chatpdf/:appId': { parts: [layout, 'src/screens/app/ChatpdfScreen.tsx'], most: 322 },
  '/chatpdf/:appId/c/:channelId': { parts: [layout, 'src/screens/source/SourceScreen.tsx'], most: 400 },
  '/agent/:appId': { parts: [layout, 'src/screens/app/AgentAppScreen.tsx'], most: 345 },
  '/agent/:appId/c/:channelId': { parts: [layout, 'src/screens/agent/AgentScreen.tsx'], most: 420 },
  '/note/:appId': { parts: [layout, 'src/screens/app/NoteScreen.tsx'], most: 320 },
  '/note/:appId/c/:channelId': {
    parts: [layout, 'src/screens/document/DocumentScreen.tsx', 'src/screens/document/editor/Editor.tsx'],
    most: 690,
  },
};

const weights = Object.entries(routes).map(([route, { parts, most }]) => {
  const files = filesOf(entry);
  for (const part of parts) {
    if (!manifest[part]) throw new Error(`The build has no ${part}.`);
    filesOf(part, files);
  }
  return { route, 'JS kB gzip': weigh(files, '.js'), 'at most': most, 'CSS kB gzip': weigh(files, '.css') };
});
console.table(weights);
for (const { route, 'JS kB gzip': weight, 'at most': most } of weights) {
  if (weight <= most) continue;
  console.error(`${route} loads ${weight} kB of JavaScript; ${most} kB are allowed.`);
  process.exitCode = 1;
}
