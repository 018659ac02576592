import type { AddressInfo } from 'node:net';
import { systemContext } from '@tandem/api/core/context';
import { readSystemSetting } from '@tandem/api/system/system.service';
import { type Config, urlOf } from './config/config.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { buildServer } from './http/server.ts';
import { createPlatform, type RunningPlatform } from './platform.ts';

export interface RunningServer {
  /** Where it listens, without a trailing slash. */
  url: string;
  platform: RunningPlatform;
  close(): Promise<void>;
}

/**
 * Opens the database, migrates, listens, and says each step and how to sign in.
 * @param say gets one line at a time for the person at the terminal
 */
export async function startServer(config: Config, say: (line: string) => void): Promise<RunningServer> {
  const started = performance.now();
  const { settings } = config;
  say(config.databaseUrl ? 'Connecting to the database' : 'Starting the embedded database');
  let opened: OpenDatabase | undefined;
  let platform: RunningPlatform | undefined;
  try {
    const http = await buildServer(settings.logLevel, settings.trustProxy, async (log) => {
      opened = await openDatabase(config, {
        log: (line) => log.debug({ part: 'database' }, line),
        tell: say,
        onIdleError: (err) => log.warn({ err }, 'lost a database connection'),
      });
      say('Preparing the workspace');
      platform = await createPlatform(settings, opened, log);
      return platform;
    });
    // What Fastify would say here, we say ourselves.
    http.app.log.level = 'warn';
    await http.app.listen({ host: config.host, port: config.port });
    http.app.log.level = settings.logLevel;
    const { port } = http.app.server.address() as AddressInfo;
    const url = urlOf(config.host, port);
    // Only now is it known which port a 0 became.
    if (config.derivedUrl) settings.publicUrl = url;
    const running = platform as RunningPlatform | undefined;
    if (!running) throw new Error('the server was built without a platform');
    await welcome(running, performance.now() - started, say);
    return {
      url,
      platform: running,
      async close() {
        http.drain();
        // Ahead of the sockets: whoever watches sees how their turn ended.
        await running.turns.drain();
        await http.close();
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

async function welcome(platform: RunningPlatform, took: number, say: (line: string) => void) {
  const setting = await readSystemSetting(systemContext(platform, 'start'));
  say(`Ready in ${(took / 1000).toFixed(1)} s`);
  say('');
  say(`  Tandem is at ${platform.settings.publicUrl}`);
  if (setting.registration === 'first')
    say('  Open it and enter your e-mail address: the first account owns the workspace.');
  else say('  Sign in with your e-mail address.');
  if (setting.mailDelivery === 'console')
    say('  No mail server is set up, so the sign-in code will appear here.');
  if (platform.setupCode) say(`  Set-up code for the first account: ${platform.setupCode}`);
  say('');
}
