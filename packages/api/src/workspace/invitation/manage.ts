import { beforeCommit, type Db, transaction } from '@tandem/db';
import { levelRank } from '@tandem/shared/access/permissions';
import type { AuditAction } from '@tandem/shared/audit/schema';
import {
  type CreateInvitation,
  INVITATION_DAYS,
  type Invitation,
  type listInvitationsSchema,
} from '@tandem/shared/invitation/schema';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { TeamRole } from '@tandem/shared/team/schema';
import type * as z from 'zod';
import { type AuditNote, recordAudit } from '../../access/audit/audit.service.ts';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { appFor, channelFor } from '../../access/policy/access.rules.ts';
import { notify } from '../../content/notice/notice.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { type OwnTeam, relyOnMembers } from '../../identity/team/member.ts';
import { invitableRoles, isAdministrator } from '../../identity/team/team.policy.ts';
import { roleIn } from '../../identity/team/team.service.ts';
import {
  accountIdOf,
  addInvitationGrants,
  endInvitation,
  findInvitation,
  openInvitations,
  renewInvitation,
  type ToldInvitation,
} from './invitation.repo.ts';
import { countSend, mailLater, openInvitationOf } from './invitation.service.ts';
import { invitationLink } from './token.ts';

/** An invitation and its reader's role in its team. */
interface Managed {
  invitation: ToldInvitation;
  role: TeamRole;
}

/**
 * Guards an action on the invitation named in the input; the operation receives `ctx.managed`. Only
 * administrators of its team see it, and only owners change one for an owner.
 */
export function invitationRule(action: string): AccessRule<{ invitationId: string }, { managed: Managed }> {
  return {
    action,
    async check({ db, actor }, { invitationId }) {
      const invitation = await findInvitation(db, invitationId);
      if (!invitation) throw new AppError('notFound');
      const role = await roleIn(db, actor, invitation.teamId);
      if (!isAdministrator(role)) throw new AppError('notFound');
      if (!invitableRoles(role).includes(invitation.role)) throw new AppError('forbidden');
      return { managed: { invitation, role } };
    },
  };
}

/**
 * Invites an address to the team, and mails it. An existing invitation gets this role and expiry instead.
 * @throws AppError `forbidden` for a role above the actor's or targets they do not manage, `alreadyMember`,
 * `notFound`
 */
export async function createInvitation(
  ctx: UserContext,
  { teamId, role: ownRole }: OwnTeam,
  { email, role, expiresInDays: days, grants }: CreateInvitation,
): Promise<Invitation> {
  const { platform, actor } = ctx;
  const roles = invitableRoles(ownRole);
  if (!roles.includes(role)) throw new AppError('forbidden');
  const judge = async (db: Db) => {
    for (const { targetId } of grants) await mustManage(db, actor, teamId, targetId);
  };
  await judge(ctx.db);
  await countSend(platform, actor.userId);
  const id = await transaction(ctx.db, async (tx) => {
    await relyOnMembers(tx, teamId);
    if (grants.length > 0) beforeCommit(tx, () => judge(tx));
    const open = await openInvitationOf(platform, tx, { teamId, email, role, inviterId: actor.userId, days });
    if (!roles.includes(open.role)) throw new AppError('forbidden');
    if (!open.isNew) await renewInvitation(tx, open.id, { role, inviterId: actor.userId, days });
    await addInvitationGrants(
      tx,
      open.id,
      actor.userId,
      grants.map(({ targetId, permission }) => ({ targetId, level: levelRank[permission] })),
    );
    await recordAudit(tx, ctx, {
      teamId,
      action: open.isNew ? 'invitation.create' : 'invitation.renew',
      target: { kind: 'invitation', id: open.id, name: email },
      detail: { role, grants },
    });
    await mailLater(platform, tx, open.id);
    const userId = open.isNew ? await accountIdOf(tx, email) : null;
    if (userId !== null)
      await notify({ platform, db: tx }, [
        { userId, teamId, kind: 'invitation', actorId: actor.userId, invitationId: open.id },
      ]);
    return open.id;
  });
  return presentAnew(ctx, id, ownRole);
}

/** Open invitations of a team, newest first. */
export async function listInvitations(
  { db, platform }: UserContext,
  { teamId, role }: OwnTeam,
  { cursor, limit }: z.output<typeof listInvitationsSchema>,
): Promise<KeysetPage<Invitation>> {
  const rows = await openInvitations(db, teamId, { cursor, limit: limit + 1 });
  const list = rows.slice(0, limit).map((row) => presentInvitation(platform, row, role));
  return { list, nextCursor: rows.length > limit ? (list.at(-1)?.id ?? null) : null };
}

/** Mails an open invitation again and lets it run for another week. @throws AppError `invitationGone` */
export async function resendInvitation(ctx: UserContext, { invitation, role }: Managed): Promise<Invitation> {
  const { acceptedAt, endedAt, id } = invitation;
  if (acceptedAt || endedAt) throw new AppError('invitationGone');
  await countSend(ctx.platform, ctx.actor.userId);
  await transaction(ctx.db, async (tx) => {
    await relyOnMembers(tx, invitation.teamId);
    await renewInvitation(tx, id, { days: INVITATION_DAYS });
    await recordAudit(tx, ctx, noteOf(invitation, 'invitation.renew'));
    await mailLater(ctx.platform, tx, id);
  });
  return presentAnew(ctx, id, role);
}

/**
 * Withdraws an invitation and invalidates its link.
 * @throws AppError `invitationGone`
 */
export async function withdrawInvitation(ctx: UserContext, { invitation }: Managed): Promise<null> {
  await transaction(ctx.db, async (tx) => {
    if (!(await endInvitation(tx, invitation.id))) throw new AppError('invitationGone');
    await recordAudit(tx, ctx, noteOf(invitation, 'invitation.end'));
  });
  return null;
}

function noteOf({ id, teamId, email, role }: ToldInvitation, action: AuditAction): AuditNote {
  return { teamId, action, target: { kind: 'invitation', id, name: email }, detail: { role } };
}

/** @throws AppError `notFound`, `forbidden` unless the target is the team's and managed by the actor */
async function mustManage(db: Db, actor: Reader, teamId: string, targetId: string): Promise<void> {
  const target = await appFor(db, actor, targetId, 'app.manage').catch((err: unknown) => {
    if (err instanceof AppError && err.key === 'notFound')
      return channelFor(db, actor, targetId, 'channel.manage');
    throw err;
  });
  if (target.teamId !== teamId) throw new AppError('notFound');
}

async function presentAnew(
  { db, platform }: UserContext,
  invitationId: string,
  role: TeamRole,
): Promise<Invitation> {
  const row = await findInvitation(db, invitationId);
  if (!row) throw new AppError('notFound');
  return presentInvitation(platform, row, role);
}

function presentInvitation(platform: Platform, row: ToldInvitation, reader: TeamRole): Invitation {
  const { id, teamId, email, role, inviter, createdAt, expiresAt } = row;
  return {
    id,
    teamId,
    email,
    role,
    inviter,
    createdAt,
    expiresAt,
    expired: expiresAt < new Date(),
    link: invitationLink(platform, id),
    abilities: { manage: invitableRoles(reader).includes(role) },
  };
}
