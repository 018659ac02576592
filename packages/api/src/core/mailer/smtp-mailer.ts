import { createTransport } from 'nodemailer';
import { AppError } from '../errors.ts';
import type { Mailer } from '../mailer.ts';
import { subjectLine } from './subject.ts';

/** Milliseconds before a silent mail server is given up. */
const TIMEOUT_MS = 15_000;
/** Shorter, since somebody is waiting. */
const CHECK_TIMEOUT_MS = 8_000;
const MOST_REASON = 300;

function transportTo(smtpUrl: string, from?: string, timeout = TIMEOUT_MS) {
  return createTransport(
    {
      url: smtpUrl,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
      // Messages contain untrusted text: nothing in it may name a file or address to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    // Prevents automatic replies such as holiday notices.
    { ...(from !== undefined && { from }), headers: { 'Auto-Submitted': 'auto-generated' } },
  );
}

/** Sends over SMTP. `smtpUrl` is `smtp://` or `smtps://` with user, password and options of the library. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = transportTo(smtpUrl, from);
  return {
    delivery: 'mail',
    async send({ to, subject, text, html }) {
      try {
        // An object is taken as one address, so that a comma cannot add a recipient.
        await transport.sendMail({
          to: { name: '', address: to },
          subject: subjectLine(subject),
          text,
          ...(html && { html }),
        });
      } catch (cause) {
        throw new AppError('unavailable', {}, cause);
      }
    },
  };
}

/**
 * Connects and signs in to a mail server, without sending anything.
 * @throws its error
 */
export async function checkSmtp(smtpUrl: string): Promise<void> {
  const transport = transportTo(smtpUrl, undefined, CHECK_TIMEOUT_MS);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Errors after a server greeted as mail servers do: its words are about mail, and help. */
const SPOKEN = new Set<unknown>(['EAUTH', 'EENVELOPE', 'EMESSAGE']);

/**
 * Describes a mail server's or connection's error in one line, without the user and password of its address.
 * Answers of any other service at that address are not repeated: it could be anything in the server's
 * network.
 */
export function reasonOf(error: unknown, smtpUrl: string): string {
  const said = messageOf(error);
  const { username = '', password = '' } = URL.parse(smtpUrl) ?? {};
  let line = said.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  for (const secret of [password, username].flatMap((each) => [each, decoded(each)]))
    if (secret !== '') line = line.replaceAll(secret, '•••');
  return line.slice(0, MOST_REASON) || 'no reason given';
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { response, code } = error as { response?: unknown; code?: unknown };
  if (typeof response !== 'string' || response === '' || SPOKEN.has(code)) return error.message;
  return error.message.replaceAll(response, '').replace(/[.:\s]*(?:response=)?[.:\s]*$/u, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
