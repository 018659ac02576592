// `npm run turbo -- run test --filter=@tandem/shared`: the tasks of turbo.json, without telemetry, which turbo can be
// told by its environment alone.
import process from 'node:process';
import { runNode } from './checkout.mjs';

const { code } = await runNode(['node_modules/turbo/bin/turbo', ...process.argv.slice(2)], {
  env: { TURBO_TELEMETRY_DISABLED: '1' },
});
process.exit(code);
