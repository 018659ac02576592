import { setTimeout as wait } from 'node:timers/promises';
import { CODE_LIFETIME_MS } from '@tandem/shared/session/schema';
import type { Language } from '@tandem/shared/user/schema';
import { say } from '../core/language.ts';
import { renderMail } from '../core/mailer/html.ts';
import type { Mail } from '../core/mailer.ts';
import type { Platform } from '../core/platform.ts';

/** Milliseconds before each attempt: many mail servers turn a stranger's first one away for a moment. */
const ATTEMPTS_AFTER_MS = [0, 5_000, 30_000];

/** Mails a code, with patience. Never throws and never logs the code: nobody waits for the outcome. */
export async function mailCode(
  { mailer, settings, log }: Platform,
  email: string,
  code: string,
  language: Language,
): Promise<void> {
  for (const [index, delay] of ATTEMPTS_AFTER_MS.entries()) {
    await wait(delay, undefined, { ref: false });
    try {
      await mailer.send(codeMail(language, email, code, new URL(settings.publicUrl).host));
      return;
    } catch (error) {
      const reason =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      log.error({ reason, attempt: index + 1 }, 'could not mail a sign-in code');
    }
  }
}

function codeMail(language: Language, to: string, code: string, host: string): Mail {
  const minutes = CODE_LIFETIME_MS / 60_000;
  return {
    to,
    subject: say(language, 'mail:code.subject', { code }),
    ...renderMail(language, say(language, 'mail:code.heading'), [
      { kind: 'paragraph', text: say(language, 'mail:code.intro', { host }) },
      { kind: 'code', text: code },
      { kind: 'paragraph', text: say(language, 'mail:code.validity', { minutes }) },
      { kind: 'note', text: say(language, 'mail:code.ignore') },
    ]),
  };
}
