// `npm start`: builds the web where needed and serves, on the Node that came with the dependencies.
import process from 'node:process';
import { runNode } from './checkout.mjs';
import { buildWeb } from './web.mjs';

await buildWeb();
const { code } = await runNode(['apps/server/src/main.ts']);
process.exit(code);
