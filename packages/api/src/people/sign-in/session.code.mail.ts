import { setTimeout as wait } from 'node:timers/promises';
import { CODE_LIFETIME_MS, type CodePurpose } from '@tandem/shared/session/schema';
import type { Language } from '@tandem/shared/user/schema';
import { say } from '../../core/language.ts';
import { renderMail } from '../../core/mailer/html.ts';
import type { Mail } from '../../core/mailer.ts';
import type { Platform } from '../../core/platform.ts';
import type { CodeOwner } from './session.code.repo.ts';

/** Milliseconds before each attempt: many mail servers turn a stranger's first one away for a moment. */
const ATTEMPTS_AFTER_MS = [0, 5_000, 30_000];

/** Mails a code, with retries. Never throws and never logs the code; nobody awaits the outcome. */
export async function mailCode(
  { mailer, settings, log }: Platform,
  { email, purpose }: CodeOwner,
  code: string,
  language: Language,
): Promise<void> {
  for (const [index, delay] of ATTEMPTS_AFTER_MS.entries()) {
    await wait(delay, undefined, { ref: false });
    try {
      await mailer.send(codeMail(language, { email, purpose }, code, new URL(settings.publicUrl).host));
      return;
    } catch (error) {
      const reason =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      log.error({ reason, attempt: index + 1 }, 'could not mail a code');
    }
  }
}

/** Sentences of each purpose. */
const texts = { signIn: 'mail:code', remove: 'mail:removal' } as const satisfies Record<CodePurpose, string>;

function codeMail(language: Language, { email, purpose }: CodeOwner, code: string, host: string): Mail {
  const text = texts[purpose];
  const minutes = CODE_LIFETIME_MS / 60_000;
  return {
    to: email,
    subject: say(language, `${text}.subject`, { code }),
    ...renderMail(language, say(language, `${text}.heading`), [
      { kind: 'paragraph', text: say(language, `${text}.intro`, { host }) },
      { kind: 'code', text: code },
      { kind: 'paragraph', text: say(language, 'mail:code.validity', { minutes }) },
      { kind: 'note', text: say(language, `${text}.ignore`) },
    ]),
  };
}
