import { randomUUID } from 'node:crypto';
import type { Db } from '@tandem/db';
import { levelOf } from '@tandem/shared/access/permissions';
import { INVITATION_DAYS } from '@tandem/shared/invitation/schema';
import type { TeamRole } from '@tandem/shared/team/schema';
import { type Doer, recordAudit } from '../../access/audit/audit.service.ts';
import { AppError } from '../../core/errors.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import type { Platform } from '../../core/platform.ts';
import {
  addInvitationGrants,
  endInvitation,
  insertInvitation,
  isMemberAddress,
  lockOpenInvitation,
  renewInvitation,
} from './invitation.repo.ts';
import { invitationToken, tokenHash } from './token.ts';

export { forgetPerson } from './invitation.repo.ts';

/** Invitation mails one person may cause per hour: enough for a department, not for a mailing list. */
const sends: Limit = { name: 'invitation.send', max: 200, windowSeconds: 60 * 60 };

export interface InviteByMail {
  teamId: string;
  /** In lower case. */
  email: string;
  role: TeamRole;
  inviterId: number;
  /** Apps and channels of the team, with ranks from 1 to 4. The caller has checked that the inviter manages them. */
  grants: readonly { targetId: string; level: number }[];
}

/**
 * Invites an address to a team, or extends its open invitation, which keeps its role. The mail is sent after
 * the commit. The caller has counted it (`countSend`) before the transaction.
 * @throws AppError `alreadyMember`
 */
export async function inviteByMail(
  ctx: Doer & { platform: Platform },
  tx: Db,
  { grants, ...invitee }: InviteByMail,
): Promise<{ invitationId: string }> {
  const { platform } = ctx;
  const open = await openInvitationOf(platform, tx, { ...invitee, days: INVITATION_DAYS });
  if (!open.isNew) await renewInvitation(tx, open.id, { days: INVITATION_DAYS });
  await addInvitationGrants(tx, open.id, invitee.inviterId, grants);
  await recordAudit(tx, ctx, {
    teamId: invitee.teamId,
    action: open.isNew ? 'invitation.create' : 'invitation.renew',
    target: { kind: 'invitation', id: open.id, name: invitee.email },
    detail: {
      role: open.role,
      grants: grants.map(({ targetId, level }) => ({ targetId, permission: levelOf(level) })),
    },
  });
  await mailLater(platform, tx, open.id);
  return { invitationId: open.id };
}

/** Ends the open invitation of an address to a team, if there is one. Joins the transaction. */
export async function endOpenInvitation(tx: Db, teamId: string, email: string): Promise<void> {
  const open = await lockOpenInvitation(tx, teamId, email);
  if (open) await endInvitation(tx, open.id);
}

/** Counts one mail. @throws AppError `tooManyRequests` */
export async function countSend({ limiter }: Platform, inviterId: number): Promise<void> {
  await limiter.count(sends, `user:${inviterId}`);
}

/** Has an invitation mailed once the transaction has committed. */
export async function mailLater({ jobs }: Platform, tx: Db, invitationId: string): Promise<void> {
  await jobs.enqueue(tx, 'invitation.mail', { invitationId });
}

/**
 * Returns the open invitation of an address to a team, created if there is none or it has expired, and locked
 * until the transaction ends.
 * @throws AppError `alreadyMember`
 */
export async function openInvitationOf(
  platform: Platform,
  tx: Db,
  invitee: Omit<InviteByMail, 'grants'> & { days: number },
): Promise<{ id: string; role: TeamRole; isNew: boolean }> {
  const { teamId, email } = invitee;
  if (await isMemberAddress(tx, teamId, email)) throw new AppError('alreadyMember', { email });
  for (;;) {
    const open = await lockOpenInvitation(tx, teamId, email);
    if (open && open.expiresAt > new Date()) return { id: open.id, role: open.role, isNew: false };
    // An old link must not come to life again with another role.
    if (open) await endInvitation(tx, open.id);
    const id = randomUUID();
    const hash = tokenHash(invitationToken(platform, id));
    if (await insertInvitation(tx, { ...invitee, id, tokenHash: hash }))
      return { id, role: invitee.role, isNew: true };
  }
}
