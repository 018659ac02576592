import { createTransport } from 'nodemailer';
import { AppError } from '../errors.ts';
import type { Mailer } from '../mailer.ts';

/** Milliseconds: a mail server that says nothing for so long is given up. */
const TIMEOUT_MS = 15_000;

/** Sends over SMTP. `smtpUrl` is `smtp://` or `smtps://` with user, password and options of the library. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      dnsTimeout: TIMEOUT_MS,
      // What a message holds is text of ours: nothing in it may name a file or an address to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    // Keeps holiday notices and the like from answering.
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  return {
    delivery: 'mail',
    async send({ to, subject, text, html }) {
      try {
        // As an object the address is taken whole, so that a comma in it cannot add a recipient.
        await transport.sendMail({ to: { name: '', address: to }, subject, text, ...(html && { html }) });
      } catch (cause) {
        throw new AppError('unavailable', {}, cause);
      }
    },
  };
}
