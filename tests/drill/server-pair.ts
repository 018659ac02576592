import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '@tandem/db/embedded/index';
import { startMailSink } from '../fakes/mail/server.ts';
import { startFakeProvider } from '../fakes/provider/server.ts';
import { mailboxOf } from '../running/mailbox.ts';
import { type Person, signUp } from '../running/people.ts';
import { freePort } from '../running/port.ts';
import { hasRedis, startRedis, type TestRedis } from '../running/redis.ts';
import { type RunningServer, startServerProcess } from '../running/server.ts';
import { type ProxyKind, startProxy } from './proxy.ts';

/** Two servers over one database, one folder of files and, where there is one, one Redis, behind a proxy. */
export interface ServerPair {
  /** Address of the proxy. */
  url: string;
  servers: [RunningServer, RunningServer];
  redis: TestRedis | null;
  person: Person;
  appId: string;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  close(): Promise<void>;
}

export async function startServerPair(kind: ProxyKind): Promise<ServerPair> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const folder = mkdtempSync(path.join(tmpdir(), 'tandem-drill-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
    const dir = path.join(folder, 'cluster');
    let cluster = await startEmbedded({ dir, log: () => {} });
    closing.push(() => cluster.stop());
    const redis = hasRedis ? await startRedis() : null;
    const [mail, provider] = await Promise.all([startMailSink(), startFakeProvider()]);
    closing.push(
      () => redis?.kill(),
      () => mail.close(),
      () => provider.close(),
    );
    const ports: [number, number] = [await freePort(), await freePort()];
    const urls: [string, string] = [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`];
    const env = {
      DATABASE_URL: cluster.url,
      REDIS_URL: redis?.url ?? '',
      SECRET_KEY: 'a secret that all servers of this drill share',
      DATA_DIR: path.join(folder, 'data'),
      OPENAI_BASE_URL: provider.url,
      SMTP_URL: mail.url,
      TRUST_PROXY: 'loopback',
      DRAIN_SECONDS: '60',
      LOG_LEVEL: 'info',
    };
    const first = await startServerProcess(env, ports[0]);
    closing.push(() => first.dispose());
    const second = await startServerProcess(env, ports[1]);
    closing.push(() => second.dispose());
    const proxy = await startProxy(kind, urls);
    closing.push(() => proxy.close());
    // Behind a proxy the first account needs the code that the servers say.
    const setupCode = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(first.output())?.[0];
    const person = await signUp(proxy.url, mailboxOf(mail), 'ada@example.test', 'Ada', setupCode);
    const [app] = await person.api.trpc.app.list.query();
    if (!app) throw new Error('a new team has no app');
    return {
      url: proxy.url,
      servers: [first, second],
      redis,
      person,
      appId: app.id,
      stopDatabase: () => cluster.stop(),
      async startDatabase() {
        cluster = await startEmbedded({ dir, log: () => {} });
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
