import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { systemContext } from '@tandem/api/core/context';
import type { Platform } from '@tandem/api/core/platform';
import type { Settings } from '@tandem/api/core/settings';
import { presentSession } from '@tandem/api/identity/session/session.service';
import { openSession } from '@tandem/api/people/sign-in/open-session';
import type { Db } from '@tandem/db';
import { inject } from 'vitest';
import { type RunningServer, startServer as start } from '../../../apps/server/src/start.ts';
import { type MailSink, startMailSink } from '../../fakes/mail/server.ts';
import { type Api, apiFor } from '../../running/api.ts';
import { serverHere } from '../../running/event-loop.ts';
import { createDatabase } from './databases.ts';
import { forAll } from './filled.ts';
import { sharedDb } from './whole-tables.ts';

export interface TestServer {
  url: string;
  db: Db;
  platform: Platform;
  mail: MailSink;
  /** A client without a session. */
  stranger: Api;
  /** A client signed in as this user, without going through mail. */
  as(userId: number): Promise<Api>;
}

/** A test server that its starter must close. */
export interface OwnServer extends TestServer {
  close(): Promise<void>;
}

export interface TestServerOptions {
  settings?: Partial<Settings>;
  /** The database of another test server, to share it; a fresh one otherwise. */
  databaseUrl?: string;
}

/** Shared by all test servers, so that several can stand over one database. */
const SECRET_KEY = 'a secret for tests that is long enough to be one';

/** Boots the real server in this process, on a free port, over a fresh database, with mail going to a sink. */
export async function startTestServer(options: TestServerOptions = {}): Promise<OwnServer> {
  const server = await boot(options);
  const gone = serverHere();
  return {
    ...server,
    close() {
      gone();
      return server.close();
    },
  };
}

/** `startTestServer` for one file alone, closed after its last test. */
export const useOwnServer = (options?: TestServerOptions): TestServer =>
  forAll(
    () => startTestServer(options),
    (server) => server.close(),
  );

/** A second server over the database of another, closed after the file's last test. */
export const useServerBeside = (server: TestServer): TestServer =>
  forAll(
    () => startTestServer({ databaseUrl: server.platform.database.url }),
    (beside) => beside.close(),
  );

/** A server holds up to 18 connections, and a PostgreSQL that is not ours commonly takes 100: there none stays behind. */
const sharing = !process.env.DATABASE_URL;
/** Servers that all files of this worker share, by their settings. The end of the run removes what is left of them. */
const shared = new Map<string, Promise<TestServer>>();

/**
 * A server with these settings, shared with the worker's other files that want the same: booting one takes longer
 * than most tests. Whatever a file makes must belong to a team of its own; one that looks at settings of the
 * installation, at what the first team may, at whole tables, or at limits of an address wants `useOwnServer`.
 */
export function useServer(settings: Partial<Settings> = {}): TestServer {
  if (!sharing)
    return forAll(
      async () => guarded(await startTestServer({ settings })),
      (server) => server.close(),
    );
  const key = JSON.stringify(settings);
  let gone = () => {};
  return forAll(
    async () => {
      const booting = shared.get(key) ?? boot({ settings });
      shared.set(key, booting);
      const server = await booting;
      gone = serverHere();
      return guarded(server);
    },
    () => gone(),
  );
}

const guarded = <Server extends TestServer>(server: Server): Server => ({
  ...server,
  db: sharedDb(server.db),
});

async function boot({ settings = {}, databaseUrl }: TestServerOptions): Promise<OwnServer> {
  const database =
    databaseUrl === undefined ? await createDatabase() : { url: databaseUrl, drop: async () => {} };
  const dataDir = mkdtempSync(path.join(inject('cluster').dir, 'data-'));
  const mail = await startMailSink();
  const server: RunningServer = await start(
    {
      host: '127.0.0.1',
      port: 0,
      databaseUrl: database.url,
      derivedUrl: settings.publicUrl === undefined,
      drainMs: 0,
      warnings: [],
      logFormat: null,
      settings: {
        publicUrl: 'http://127.0.0.1',
        loopbackOnly: true,
        dataDir,
        secretKey: SECRET_KEY,
        redisUrl: process.env.REDIS_URL || null,
        s3: null,
        mail: { smtpUrl: mail.url, from: 'Tandem <tandem@example.test>' },
        oidc: [],
        providers: {
          openaiApiKey: null,
          openaiBaseUrl: null,
          anthropicApiKey: null,
          googleApiKey: null,
          ollamaUrl: null,
        },
        providerPrivateHosts: [],
        toolPrivateHosts: [],
        webDomain: '',
        logLevel: 'fatal',
        trustProxy: false,
        ...settings,
      },
    },
    () => {},
  );
  return {
    url: server.url,
    db: server.platform.database.db,
    platform: server.platform,
    mail,
    stranger: apiFor(server.url),
    async as(userId) {
      const ctx = systemContext(server.platform, 'test');
      const { token } = await presentSession(ctx, await openSession(ctx, userId));
      return apiFor(server.url, token);
    },
    async close() {
      await server.close();
      await mail.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
