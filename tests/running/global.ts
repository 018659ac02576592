import type { TestProject } from 'vitest/node';
import { startMailSink } from '../fakes/mail/server.ts';
import { startFakeProvider } from '../fakes/provider/server.ts';
import { mailboxOf, serveMailbox } from './mailbox.ts';
import { makeSampleData, type SampleData } from './sample-data.ts';
import { startServerProcess } from './server.ts';

/** Addresses and sample data of the one server that all black-box test files share. */
export interface SharedServer {
  url: string;
  databaseUrl: string;
  mailboxUrl: string;
  providerUrl: string;
  sample: SampleData;
}

declare module 'vitest' {
  interface ProvidedContext {
    sharedServer: SharedServer;
  }
}

/** Vitest's global set-up: one real server, mail sink and model provider for a whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [sink, provider] = await Promise.all([startMailSink(), startFakeProvider()]);
  const mailbox = await serveMailbox(sink);
  const server = await startServerProcess({
    SMTP_URL: sink.url,
    OPENAI_BASE_URL: provider.url,
    OPENAI_API_KEY: 'a key for tests',
    PROVIDER_PRIVATE_HOSTS: new URL(provider.url).host,
  });
  const { db, url: databaseUrl } = await server.database();
  const sample = await makeSampleData(server.url, mailboxOf(sink), db);
  project.provide('sharedServer', {
    url: server.url,
    databaseUrl,
    mailboxUrl: mailbox.url,
    providerUrl: provider.url,
    sample,
  });
  return async () => {
    const survived = server.alive();
    await server.dispose();
    await Promise.all([mailbox.close(), sink.close(), provider.close()]);
    if (!survived)
      throw new Error(`The server under test ended during the run:\n${server.output().slice(-4_000)}`);
  };
}
