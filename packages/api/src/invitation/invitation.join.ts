import type { Db } from '@tandem/db';
import type { Language } from '@tandem/shared/user/schema';
import type { Context } from '../core/context.ts';
import { languageOfTeam } from '../team/team.preference.ts';
import { takeUp } from './invitation.accept.ts';
import { findInvitation, freshInvitationsOf } from './invitation.repo.ts';
import { tokenHash } from './invitation.token.ts';

/** The invitation by which an address may join: the one of the link when it is for this address, else the newest. */
export async function invitationFor(db: Db, email: string, link?: string): Promise<string | null> {
  const invitations = await freshInvitationsOf(db, email);
  const hash = link === undefined ? null : tokenHash(link);
  const linked = hash && invitations.find((invitation) => invitation.tokenHash.equals(hash));
  return (linked ?? invitations[0])?.id ?? null;
}

/**
 * Takes up an invitation for an account that has just been made.
 * @param ctx its `db` is the transaction
 * @throws AppError `invitationGone`, `invitationUsed`, `invitationExpired`
 */
export async function acceptAsNewcomer(
  ctx: Context,
  invitationId: string,
  account: { id: number; email: string },
): Promise<void> {
  await takeUp(ctx, ctx.db, invitationId, account);
}

/** The language that newcomers to the inviting team read in until they choose. */
export async function languageByInvitation(db: Db, invitationId: string): Promise<Language | null> {
  const invitation = await findInvitation(db, invitationId);
  return invitation ? languageOfTeam(db, invitation.teamId) : null;
}
