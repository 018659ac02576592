import { randomUUID } from 'node:crypto';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { SESSION_LIFETIME_S } from '../../identity/session/cookie.ts';
import { insertSession, isSuspended } from '../../identity/session/session.repo.ts';
import type { OpenedSession } from '../../identity/session/session.service.ts';
import { suggestLanguage } from '../profile/update.ts';

/**
 * Starts a session for an authenticated person. A person without a language, whose account somebody else
 * created, gets their browser's, since mail depends on it.
 * @param ctx its `db` may be a transaction
 * @throws AppError `suspended` when all of their teams suspended them
 */
export async function openSession(ctx: Context, userId: number): Promise<OpenedSession> {
  if (await isSuspended(ctx.db, userId)) throw new AppError('suspended');
  if (ctx.wantedLanguage) await suggestLanguage(ctx, userId, ctx.wantedLanguage);
  const session = { id: randomUUID(), userId, expiresAt: new Date(Date.now() + SESSION_LIFETIME_S * 1_000) };
  await insertSession(ctx.db, { ...session, userAgent: ctx.userAgent, ip: ctx.ip });
  return session;
}
