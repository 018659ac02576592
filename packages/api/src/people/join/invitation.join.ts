import type { Db } from '@tandem/db';
import type { Language } from '@tandem/shared/user/schema';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { languageOfTeam } from '../../identity/team/language.ts';
import {
  findInvitation,
  freshInvitationsOf,
  invitationByHash,
  type ToldInvitation,
} from '../../workspace/invitation/invitation.repo.ts';
import { tokenHash } from '../../workspace/invitation/token.ts';
import { isLinkOf, mustBeOpen, takeUp } from './invitation.accept.ts';

/** Returns the invitation an address may join by: the link's when it is for this address, else the newest. */
export async function invitationFor(db: Db, email: string, link?: string): Promise<string | null> {
  const invitations = await freshInvitationsOf(db, email);
  const hash = link === undefined ? null : tokenHash(link);
  const linked = hash && invitations.find((invitation) => isLinkOf(invitation, hash));
  return (linked ?? invitations[0])?.id ?? null;
}

/**
 * Accepts an invitation for an account that is signing in, or was just created.
 * @param ctx its `db` is the transaction
 * @throws AppError `invitationGone`, `invitationUsed`, `invitationExpired`, `suspended`
 */
export async function acceptAs(
  ctx: Context,
  invitationId: string,
  account: { id: number; email: string },
  proof?: 'mailedLink',
): Promise<void> {
  await takeUp(ctx, ctx.db, invitationId, account, proof);
}

/** The invitation that was mailed with this link. @throws AppError as `mustBeOpen`, `forbidden` for a copied link */
export async function mailedInvitation(db: Db, token: string): Promise<ToldInvitation> {
  const hash = tokenHash(token);
  const found = await invitationByHash(db, hash);
  if (!found) throw new AppError('invitationGone');
  mustBeOpen(found);
  if (!found.mailedHash?.equals(hash)) throw new AppError('forbidden');
  return found;
}

/** The language that newcomers to the inviting team read in until they choose. */
export async function languageByInvitation(db: Db, invitationId: string): Promise<Language | null> {
  const invitation = await findInvitation(db, invitationId);
  return invitation ? languageOfTeam(db, invitation.teamId) : null;
}

/** Whether an invitation was accepted. */
export async function isAccepted(db: Db, invitationId: string): Promise<boolean> {
  return (await findInvitation(db, invitationId))?.acceptedAt != null;
}
