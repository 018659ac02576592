import type { Mailer } from '../mailer.ts';
import type { Settings } from '../settings.ts';
import { consoleMailer, type Print } from './console-mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

/** The installation's way to send mail: SMTP where SMTP_URL is set, else the server's output. */
export function createMailer(mail: Settings['mail'], print?: Print): Mailer {
  return mail.smtpUrl === null ? consoleMailer(print) : smtpMailer(mail.smtpUrl, mail.from);
}
