import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MailSink } from '../fakes/mail/server.ts';
import type { Mailbox } from './people.ts';

/**
 * Lets other processes read a mail sink's codes.
 * @returns its address and a function that closes it
 */
export async function serveMailbox(sink: MailSink): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://mailbox').searchParams;
    const address = query.get('address') ?? '';
    const after = query.get('after');
    const answer =
      after === null
        ? Promise.resolve(sink.mails.filter((mail) => mail.to.includes(address)).length)
        : sink.codeFor(address, Number(after));
    answer.then(
      (value) => response.end(String(value)),
      (error: unknown) => response.writeHead(404).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The other end of `serveMailbox`. */
export function mailboxAt(url: string): Mailbox {
  const ask = async (query: Record<string, string>) => {
    const response = await fetch(`${url}/?${new URLSearchParams(query)}`);
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  };
  return {
    codeFor: (address, after = 0) => ask({ address, after: String(after) }),
    count: async (address) => Number(await ask({ address })),
  };
}

/** A sink of this process as a mailbox. */
export function mailboxOf(sink: MailSink): Mailbox {
  return {
    codeFor: (address, after = 0) => sink.codeFor(address, after),
    count: async (address) => sink.mails.filter((mail) => mail.to.includes(address)).length,
  };
}
