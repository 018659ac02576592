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
 * Creates an account by the mailed link of an invitation, accepts the invitation and signs in: all or
 * nothing, once. An existing account requires a code, since the mail may have been forwarded. Requires that
 * sign-in by mail is enabled.
 * @throws AppError `invitationGone`, `invitationUsed`, `invitationExpired`, `forbidden` for a copied link and
 * an existing account, `invitationForOther` for a signed-in person, `emailCodesOff`
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
