// `npm run dev`: the server, restarted on every change, beside Vite, over a seeded team in data/dev.
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { checkout, nodeEnvironment, pinnedNode, runNode, step, whenOrphaned } from './checkout.mjs';

const server = {
  DATA_DIR: process.env.DATA_DIR ?? path.join(checkout, 'data/dev'),
  PORT: process.env.PORT ?? '3000',
  // A restart after a change waits for nothing.
  DRAIN_SECONDS: process.env.DRAIN_SECONDS ?? '0',
};
const web = 'http://127.0.0.1:5173';

step('Seeding a team');
const { code } = await runNode(['apps/server/src/commands/seed.ts'], { env: server });
if (code !== 0) process.exit(code);

const env = nodeEnvironment({
  ...server,
  PUBLIC_URL: web,
  TANDEM_SERVER_URL: `http://127.0.0.1:${server.PORT}`,
});
const children = [
  spawn(pinnedNode, ['--watch-path=apps/server/src', '--watch-path=packages', 'apps/server/src/main.ts'], {
    cwd: checkout,
    env,
    stdio: 'inherit',
  }),
  spawn(
    pinnedNode,
    ['node_modules/vite/bin/vite.js', 'apps/web', '--host', '127.0.0.1', '--port', '5173', '--strictPort'],
    { cwd: checkout, env, stdio: 'inherit' },
  ),
];
const end = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', end);
process.on('SIGTERM', end);
whenOrphaned(end);
for (const child of children) child.on('exit', end);
