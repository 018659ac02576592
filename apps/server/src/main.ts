import './config/blank.ts';
import process from 'node:process';
import { steadyMs } from '@tandem/api/core/timing/steady';
import { configFromProcess, wantsStack } from './config/config.ts';
import { explain } from './explain.ts';
import { captureConsole, createOutput, survivePoorOutput } from './output.ts';
import { type RunningServer, startServer } from './start.ts';

/** Time to save and close everything once the grace time of running work is over, in milliseconds. */
const CLOSE_MS = 20_000;
/** Signals this close together are one wish: service managers and npm tell every process of a group, in milliseconds. */
const SAME_WISH_MS = 1_000;

let drainMs = 0;
let starting: Promise<RunningServer> | null = null;
let server: RunningServer | null = null;
let toldAt: number | null = null;

async function end(): Promise<void> {
  if (toldAt !== null) {
    // A second signal means that the operator does not want to wait.
    if (steadyMs() - toldAt > SAME_WISH_MS) process.exit(1);
    return;
  }
  toldAt = steadyMs();
  setTimeout(() => process.exit(1), drainMs + CLOSE_MS).unref();
  // A server that is still starting is closed once it has; one that could not start has closed itself.
  const opened = await starting?.catch(() => null);
  await opened?.close();
  process.exit(0);
}

survivePoorOutput();
process.on('SIGTERM', end);
process.on('SIGINT', end);
// An unhandled rejection is our bug, but no reason to disconnect everyone.
process.on('unhandledRejection', (err) => {
  if (server) server.platform.log.error({ err }, 'a rejection was not handled');
  else console.error(err);
});

try {
  const config = configFromProcess();
  drainMs = config.drainMs;
  const output = createOutput(config.logFormat ?? undefined);
  starting = startServer(config, output.say, output);
  server = await starting;
  captureConsole(server.platform.log);
} catch (error) {
  for (const line of explain(error, { withStack: wantsStack() })) console.error(line);
  process.exit(1);
}
