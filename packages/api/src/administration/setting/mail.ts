import { recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { say } from '../../core/language.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { renderMail } from '../../core/mailer/html.ts';
import { checkSmtp, reasonOf } from '../../core/mailer/smtp-mailer.ts';
import { findAccountById } from '../../identity/user/user.service.ts';

const tests: Limit = { name: 'setting.testMail', max: 20, windowSeconds: 60 * 60 };

/**
 * Connects and signs in to a mail server.
 * @throws AppError `mailFailed` with the server's words
 */
export async function tryMailServer(smtpUrl: string): Promise<void> {
  try {
    await checkSmtp(smtpUrl);
  } catch (error) {
    throw new AppError('mailFailed', { reason: reasonOf(error, smtpUrl) }, error);
  }
}

/**
 * Mails the actor a message by the current settings.
 * @returns the address and the delivery
 * @throws AppError `mailFailed` with the mail server's words
 */
export async function sendTestMail(ctx: UserContext): Promise<{ to: string; delivery: 'mail' | 'console' }> {
  const { platform, language, actor } = ctx;
  await limitByActor(ctx, tests);
  const { email: to } = await findAccountById(ctx.db, actor.userId);
  const { delivery } = platform.mailer;
  const host = new URL(platform.settings.publicUrl).host;
  const subject = say(language, 'mail:test.subject', { host });
  const words = renderMail(language, subject, [
    { kind: 'paragraph', text: say(language, 'mail:test.words', { host }) },
  ]);
  try {
    await platform.mailer.send({ to, subject, ...words });
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    const { smtpUrl } = platform.values.current;
    throw new AppError('mailFailed', { reason: reasonOf(cause, smtpUrl ?? '') }, error);
  }
  await recordAudit(ctx.db, ctx, {
    teamId: null,
    action: 'setting.testMail',
    target: { kind: 'setting', id: 'smtpUrl' },
    detail: { delivery },
  });
  return { to, delivery };
}
