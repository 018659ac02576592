import type { Mailer } from '../mailer.ts';
import type { Settings } from '../settings.ts';
import type { Print } from './console-mailer.ts';
import { createMailer } from './create-mailer.ts';

/** A mailer that follows its settings: each message uses the settings at the time it is sent. */
export function liveMailer(read: () => Settings['mail'], print?: Print): Mailer {
  let held: { key: string; mailer: Mailer } | null = null;
  const current = () => {
    const mail = read();
    const key = JSON.stringify([mail.smtpUrl, mail.from]);
    if (held?.key !== key) held = { key, mailer: createMailer(mail, print) };
    return held.mailer;
  };
  return {
    get delivery() {
      return current().delivery;
    },
    send: (mail) => current().send(mail),
  };
}
