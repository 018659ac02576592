import { startMailSink } from '../fakes/mail/server.ts';
import { mailboxOf } from './mailbox.ts';
import { type Mailbox, type Person, signUp } from './people.ts';
import { type RunningServer, startServerProcess } from './server.ts';

/** A server in its own process whose first person has signed up. */
export interface ServerWithOwner {
  server: RunningServer;
  /** Owns the only team. */
  person: Person;
  /** The chat app that a new team has. */
  appId: string;
  mailbox: Mailbox;
  /** Its variables, for another server over the same database. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** Starts one with these variables. */
export async function startWithOwner(env: Record<string, string> = {}): Promise<ServerWithOwner> {
  const mail = await startMailSink();
  const settings = { SMTP_URL: mail.url, ...env };
  const server = await startServerProcess(settings);
  const mailbox = mailboxOf(mail);
  const person = await signUp(server.url, mailbox, 'ada@example.test', 'Ada');
  const [app] = await person.api.trpc.app.list.query();
  if (!app) throw new Error('a new team has no app');
  return {
    ...{ server, person, appId: app.id, mailbox, settings },
    async close() {
      try {
        await server.dispose();
      } finally {
        await mail.close();
      }
    },
  };
}
