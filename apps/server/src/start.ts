import type { AddressInfo } from 'node:net';
import { readSystemSetting } from '@tandem/api/administration/system/system.service';
import { systemContext } from '@tandem/api/core/context';
import { type Config, urlOf } from './config/config.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import type { Dependencies } from './dependencies.ts';
import { compareFilePlaces } from './files-shared.ts';
import { listen } from './http/listen.ts';
import type { LogTarget } from './http/logs.ts';
import { buildServer, type HttpServer } from './http/server.ts';
import { createOutput, type Output } from './output.ts';
import { dependenciesOf } from './platform.dependencies.ts';
import { createPlatform, type RunningPlatform } from './platform.ts';

export interface RunningServer {
  /** The address it listens on, without a trailing slash. */
  url: string;
  platform: RunningPlatform;
  /** Lets running answers and open requests finish within the configured grace time, then ends the rest. */
  close(): Promise<void>;
}

/**
 * Opens the database, migrates, listens, and prints each step and how to sign in.
 * @param say prints one line for the person at the terminal
 * @param output receives the log; JSON on the standard output by default
 */
export async function startServer(
  config: Config,
  say: (line: string) => void,
  output?: Output,
): Promise<RunningServer> {
  const started = performance.now();
  const { settings } = config;
  const target: LogTarget = { lines: output?.lines ?? createOutput('json').lines, outage: null };
  say(config.databaseUrl ? 'Connecting to the database' : 'Starting the embedded database');
  for (const warning of config.warnings) say(`Warning: ${warning}`);
  let opened: OpenDatabase | undefined;
  let platform: RunningPlatform | undefined;
  let dependencies: Dependencies | undefined;
  try {
    const http = await buildServer(settings.logLevel, settings.trustProxy, target, async (log) => {
      opened = await openDatabase(config, {
        log: (line) => log.debug({ part: 'database' }, line),
        tell: say,
        onIdleError: (err) => log.warn({ err }, 'lost a database connection'),
      });
      say('Preparing the workspace');
      platform = await createPlatform(settings, opened, log, output?.print);
      dependencies = dependenciesOf(platform);
      return { platform, dependencies };
    });
    // Replaces Fastify's own message.
    http.app.log.level = 'warn';
    await listen(http.app, config.host, config.port);
    http.app.log.level = settings.logLevel;
    const { port } = http.app.server.address() as AddressInfo;
    const url = urlOf(config.host, port);
    // Only now is the port known that replaced 0.
    if (config.derivedUrl) settings.publicUrl = url;
    const running = platform as RunningPlatform | undefined;
    if (!running) throw new Error('the server was built without a platform');
    dependencies?.watch();
    await compareFilePlaces(running).catch((err: unknown) =>
      running.log.warn({ err }, 'the place of files could not be compared with that of other servers'),
    );
    await welcome(running, performance.now() - started, say);
    return {
      url,
      platform: running,
      async close() {
        await endGently(http, running, config.drainMs);
        dependencies?.close();
        await running.close();
        await opened?.close();
      },
    };
  } catch (error) {
    await platform?.close();
    await opened?.close();
    throw error;
  }
}

async function endGently(http: HttpServer, { turns, log }: RunningPlatform, graceMs: number): Promise<void> {
  const began = performance.now();
  const [answers, requests] = [turns.runningCount(), http.openRequests()];
  const own = log.child({ part: 'end' });
  if (answers + requests > 0)
    own.info(
      { answers, requests, graceSeconds: graceMs / 1_000 },
      'ending: what runs may finish; a second signal ends it at once',
    );
  const editorsGone = http.drain();
  // Before closing sockets, so that watchers see how their turn ended.
  const drained = await turns.drain({ graceMs });
  await editorsGone;
  const cut = await http.close(graceMs - (performance.now() - began));
  own.info(
    {
      answersFinished: drained.finished,
      answersInterrupted: drained.interrupted,
      requestsFinished: Math.max(0, requests - cut),
      requestsCut: cut,
      ms: Math.round(performance.now() - began),
    },
    'ended what ran',
  );
}

async function welcome(platform: RunningPlatform, took: number, say: (line: string) => void) {
  const setting = await readSystemSetting(systemContext(platform, 'start'));
  say(`Ready in ${(took / 1000).toFixed(1)} s`);
  say('');
  say(`  Tandem is at ${platform.settings.publicUrl}`);
  if (setting.registration === 'first')
    say('  Open it and enter your email address: the first account owns the workspace.');
  else say('  Sign in with your email address.');
  if (setting.mailDelivery === 'console')
    say('  No mail server is set up, so the sign-in code will appear here.');
  if (platform.setupCode) say(`  Set-up code for the first account: ${platform.setupCode}`);
  say('');
}
