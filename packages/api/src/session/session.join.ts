import { transaction } from '@tandem/db';
import type { JoinByInvitation } from '@tandem/shared/session/schema';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { limitByAddress } from '../core/limits/limit-calls.ts';
import { mailedInvitation } from '../invitation/invitation.join.ts';
import { accountByInvitation } from '../user/user.join.ts';
import { findAccount } from '../user/user.service.ts';
import { refuseWithoutCodes } from './session.code.ts';
import { triesByClient } from './session.limits.ts';
import { isSuspended } from './session.repo.ts';
import { openSession, presentSession, type SignedIn } from './session.service.ts';

/**
 * Signs in by the link that an invitation was mailed with, and takes the invitation up: both or neither, once. An
 * address without an account gets one. Where nobody signs in by mail this is no way in either.
 * @throws AppError `invitationGone`, `invitationUsed`, `invitationExpired`, `forbidden` for a link that was copied,
 * `invitationForOther` while somebody else is signed in, `noAccount` without a name, `suspended`, `emailCodesOff`
 */
export async function joinByInvitation(
  ctx: Context,
  { token, name, language }: JoinByInvitation,
): Promise<SignedIn> {
  await limitByAddress(ctx, triesByClient);
  await refuseWithoutCodes(ctx);
  const { id, email } = await mailedInvitation(ctx.db, token);
  await refuseOthers(ctx, email);
  const session = await transaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx };
    const account = await accountByInvitation(
      within,
      { id, email, token },
      { name, language: language ?? null },
      async (userId) => {
        // Joining one more team is no way around a suspension.
        if (await isSuspended(tx, userId)) throw new AppError('suspended');
      },
    );
    return openSession(within, account.id);
  });
  return presentSession(ctx, session);
}

/** Whoever is signed in as somebody else is asked first, and signs out. */
async function refuseOthers({ db, actor }: Context, email: string): Promise<void> {
  if (actor.kind !== 'user') return;
  const account = await findAccount(db, email);
  if (account?.id !== actor.userId) throw new AppError('invitationForOther');
}
