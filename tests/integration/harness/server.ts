import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemContext } from '@tandem/api/core/context';
import type { Platform } from '@tandem/api/core/platform';
import type { Settings } from '@tandem/api/core/settings';
import { presentSession } from '@tandem/api/identity/session/session.service';
import { openSession } from '@tandem/api/people/sign-in/open-session';
import type { Db } from '@tandem/db';
import { type RunningServer, startServer as start } from '../../../apps/server/src/start.ts';
import { type MailSink, startMailSink } from '../../fakes/mail/server.ts';
import { type Api, apiFor } from '../../running/api.ts';
import { serverHere } from '../../running/event-loop.ts';
import { createDatabase } from './databases.ts';

export interface TestServer {
  url: string;
  db: Db;
  platform: Platform;
  mail: MailSink;
  /** A client without a session. */
  stranger: Api;
  /** A client signed in as this user, without going through mail. */
  as(userId: number): Promise<Api>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  settings?: Partial<Settings>;
  /** The database of another test server, to stand beside it; a fresh one otherwise. */
  databaseUrl?: string;
}

/** Shared by all test servers, so that several can stand over one database. */
const SECRET_KEY = 'a secret for tests that is long enough to be one';

/** Boots the real server in this process, on a free port, over a fresh database, with mail going to a sink. */
export async function startServer({
  settings = {},
  databaseUrl,
}: TestServerOptions = {}): Promise<TestServer> {
  const database =
    databaseUrl === undefined ? await createDatabase() : { url: databaseUrl, drop: async () => {} };
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tandem-test-'));
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
  const gone = serverHere();
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
      gone();
      await server.close();
      await mail.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
