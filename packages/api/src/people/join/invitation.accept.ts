import { type Db, transaction } from '@tandem/db';
import type {
  AcceptInvitation,
  InvitationLanding,
  InvitationPeek,
  OwnInvitation,
} from '@tandem/shared/invitation/schema';
import { type Doer, recordAudit } from '../../access/audit/audit.service.ts';
import type { Context, UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import type { Platform } from '../../core/platform.ts';
import { lockMembers, memberIn } from '../../identity/team/member.ts';
import { vouchableRoles } from '../../identity/team/team.policy.ts';
import { grantAccess } from '../../workspace/grant/grant.service.ts';
import {
  accountIdOf,
  addressOf,
  endInvitation,
  findInvitation,
  freshInvitationsOf,
  grantsOfInvitation,
  type InvitationRow,
  invitationByHash,
  lockInvitation,
  markAccepted,
} from '../../workspace/invitation/invitation.repo.ts';
import { targetsOf } from '../../workspace/invitation/target.repo.ts';
import { tokenHash } from '../../workspace/invitation/token.ts';
import { enterTeam } from './add-member.ts';

/** Views and uses of links by one client: prevents guessing. */
const tries: Limit = { name: 'invitation.try', max: 60, windowSeconds: 10 * 60 };

/**
 * Returns what the holder of a link may know: who invites whom to what.
 * @throws AppError `invitationGone` when there is no such link, or it was withdrawn or declined
 */
export async function peekInvitation(ctx: Context, token: string): Promise<InvitationPeek> {
  await limitByActor(ctx, tries);
  const hash = tokenHash(token);
  const found = await invitationByHash(ctx.db, hash);
  if (!found || found.endedAt) throw new AppError('invitationGone');
  const state = found.acceptedAt ? 'used' : found.expiresAt < new Date() ? 'expired' : 'open';
  const { id, teamId, team, inviter, email } = found;
  const names = { id, state, teamId, team, inviter } as const;
  if (state !== 'open') return { ...names, email: '', mailed: null };
  // Only a reader of that address's mail may know more.
  if (!found.mailedHash?.equals(hash) || !ctx.platform.values.current.emailCodes)
    return { ...names, email, mailed: null };
  const [accountId, targets] = await Promise.all([accountIdOf(ctx.db, email), targetsOf(ctx.db, id)]);
  return { ...names, email, mailed: accountId === null ? { to: targets[0]?.name ?? null } : null };
}

/**
 * Returns the destination of an accepted invitation: a visible channel or app it gave access to, a channel
 * first. Null when it was for the team alone, is not theirs, or nothing of it is left.
 */
export async function landingOf(
  ctx: UserContext,
  { invitationId, token }: AcceptInvitation,
): Promise<InvitationLanding | null> {
  await limitByActor(ctx, tries);
  const { email } = await addressOf(ctx.db, ctx.actor.userId);
  const found = invitationId
    ? await findInvitation(ctx.db, invitationId)
    : await invitationByHash(ctx.db, tokenHash(token ?? ''));
  if (found?.email !== email || !found.acceptedAt) return null;
  const [first] = await targetsOf(ctx.db, found.id, ctx.actor);
  return first ? { appId: first.appId, appType: first.appType, channelId: first.channelId } : null;
}

/** Open invitations to the reader's own address, newest first. */
export async function ownInvitations({ db, actor }: UserContext): Promise<OwnInvitation[]> {
  const { email } = await addressOf(db, actor.userId);
  const invitations = await freshInvitationsOf(db, email);
  return invitations.map(({ id, teamId, team, role, inviter, expiresAt }) => ({
    id,
    teamId,
    team,
    role,
    inviter,
    expiresAt,
  }));
}

/**
 * Joins the team of an invitation to the actor's address, which becomes their current one. A member keeps
 * their role and gets the invitation's access.
 * @throws AppError `notFound`, `invitationForOther`, `invitationGone`, `invitationUsed`, `invitationExpired`,
 * `suspended`
 */
export async function acceptInvitation(
  ctx: UserContext,
  { invitationId, token }: AcceptInvitation,
): Promise<{ teamId: string }> {
  await limitByActor(ctx, tries);
  const account = await addressOf(ctx.db, ctx.actor.userId);
  const id = invitationId ?? (await idOfLink(ctx.db, token ?? '', account.email));
  return transaction(ctx.db, (tx) => takeUp(ctx, tx, id, account));
}

/** Turns an invitation to the actor's own address down. @throws AppError `notFound`, `invitationGone` */
export async function declineInvitation(ctx: UserContext, invitationId: string): Promise<null> {
  const { email } = await addressOf(ctx.db, ctx.actor.userId);
  await transaction(ctx.db, async (tx) => {
    const invitation = await lockInvitation(tx, invitationId);
    if (invitation?.email !== email) throw new AppError('notFound');
    if (!(await endInvitation(tx, invitationId))) throw new AppError('invitationGone');
    await recordAudit(tx, ctx, {
      teamId: invitation.teamId,
      action: 'invitation.end',
      target: { kind: 'invitation', id: invitationId, name: email },
      detail: { declined: true },
    });
  });
  return null;
}

/**
 * Accepts an invitation for the account of its address; of concurrent calls exactly one succeeds. Joins the
 * transaction.
 * @param proof how they proved their address, if by this invitation itself
 * @throws AppError `notFound` for another's, `invitationGone`, `invitationUsed`, `invitationExpired`,
 * `suspended`
 */
export async function takeUp(
  ctx: Doer & { platform: Platform },
  tx: Db,
  invitationId: string,
  account: { id: number; email: string },
  proof?: 'mailedLink',
): Promise<{ teamId: string }> {
  const found = await findInvitation(tx, invitationId);
  if (found?.email !== account.email) throw new AppError('notFound');
  // Same lock order as leaving a team; the team may be deleted with its last member by then.
  await lockMembers(tx, found.teamId);
  const invitation = await lockInvitation(tx, invitationId);
  if (!invitation) throw new AppError('notFound');
  mustBeOpen(invitation);
  const { teamId, role, inviterId } = invitation;
  // Losing the right to invite ends one's invitations; this check covers races.
  const inviter = await memberIn(tx, teamId, inviterId);
  if (!inviter || inviter.suspended || !vouchableRoles(inviter.role).includes(role))
    throw new AppError('invitationGone');
  await recordAudit(tx, ctx, {
    teamId,
    action: 'invitation.accept',
    target: { kind: 'invitation', id: invitationId, name: account.email },
    // Recorded where no code was required: opening the mail was the proof.
    detail: { role, ...(proof && { signedInBy: proof }) },
    actorId: account.id,
  });
  await enterTeam(ctx, tx, { teamId, userId: account.id, role });
  for (const grant of await grantsOfInvitation(tx, invitationId))
    await grantAccess(ctx, tx, { teamId, userId: account.id, byInvitation: true, ...grant });
  await markAccepted(tx, invitationId);
  return { teamId };
}

async function idOfLink(db: Db, token: string, email: string): Promise<string> {
  const found = await invitationByHash(db, tokenHash(token));
  if (!found || found.endedAt) throw new AppError('invitationGone');
  if (found.email !== email) throw new AppError('invitationForOther');
  return found.id;
}

/** @throws AppError `invitationUsed`, `invitationGone`, `invitationExpired` */
export function mustBeOpen({ acceptedAt, endedAt, expiresAt }: InvitationRow): void {
  if (acceptedAt) throw new AppError('invitationUsed');
  if (endedAt) throw new AppError('invitationGone');
  if (expiresAt < new Date()) throw new AppError('invitationExpired');
}

/** Whether a token belongs to one of the invitation's links. */
export function isLinkOf({ tokenHash: copied, mailedHash }: InvitationRow, hash: Buffer): boolean {
  return copied.equals(hash) || mailedHash?.equals(hash) === true;
}
