import { transaction } from '@tandem/db';
import type { JoinByInvitation } from '@tandem/shared/session/schema';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByAddress } from '../../core/limits/limit-calls.ts';
import { presentSession, type SignedIn } from '../../identity/session/session.service.ts';
import { mailedInvitation } from '../join/invitation.join.ts';
import { accountByInvitation } from '../join/user.join.ts';
import { triesByClient } from './limits.ts';
import { openSession } from './open-session.ts';
import { refuseWithoutCodes } from './session.code.ts';

/**
 * Makes an account by the link that an invitation was mailed with, takes the invitation up and signs in: all or nothing,
 * once. An address that has an account signs in by a code: a mail that was passed on opens nobody's account. Where nobody
 * signs in by mail this is no way in either.
 * @throws AppError `invitationGone`, `invitationUsed`, `invitationExpired`, `forbidden` for a link that was copied and an
 * address that has an account, `invitationForOther` for who is signed in, `emailCodesOff`
 */
export async function joinByInvitation(
  ctx: Context,
  { token, name, language }: JoinByInvitation,
): Promise<SignedIn> {
  await limitByAddress(ctx, triesByClient);
  await refuseWithoutCodes(ctx);
  const { id, email } = await mailedInvitation(ctx.db, token);
  if (ctx.actor.kind === 'user') throw new AppError('invitationForOther');
  const session = await transaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx };
    const newcomer = { name, language: language ?? null };
    const account = await accountByInvitation(within, { id, email, token }, newcomer);
    return openSession(within, account.id);
  });
  return presentSession(ctx, session);
}
