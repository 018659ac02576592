import { existsSync } from 'node:fs';
import path from 'node:path';

/** Playwright's global set-up: the server serves the built web app, so a build must exist. */
export default function requireBuild(): void {
  const page = path.resolve(import.meta.dirname, '../../../apps/web/dist/index.html');
  if (!existsSync(page)) throw new Error('The web is not built. Run: npm run build (npm run e2e does it).');
}
