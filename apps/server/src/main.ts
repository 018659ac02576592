import './config/blank.ts';
import process from 'node:process';
import { configFromProcess } from './config/config.ts';
import { explain } from './explain.ts';
import { type RunningServer, startServer } from './start.ts';

/** Time for open work to end after SIGTERM or SIGINT, in milliseconds. */
const DRAIN_MS = 10_000;

let starting: Promise<RunningServer> | null = null;
let server: RunningServer | null = null;
let ending = false;

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
  // A server that is still starting is closed once it has; one that could not start has closed itself.
  const opened = await starting?.catch(() => null);
  await opened?.close();
  process.exit(0);
}

process.once('SIGTERM', end);
process.once('SIGINT', end);
// A promise that nobody looked at is a mistake of ours, and no reason to cut everyone off.
process.on('unhandledRejection', (err) => {
  if (server) server.platform.log.error({ err }, 'a rejection was not handled');
  else console.error(err);
});

try {
  starting = startServer(configFromProcess(), (line) => console.log(line));
  server = await starting;
} catch (error) {
  for (const line of explain(error)) console.error(line);
  process.exit(1);
}
