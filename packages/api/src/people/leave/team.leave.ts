import { type Db, onCommit, transaction } from '@tandem/db';
import type { AuditAction } from '@tandem/shared/audit/schema';
import type { TeamMember, TeamRole } from '@tandem/shared/team/schema';
import { type Doer, recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { keepOperators } from '../../identity/setting/sign-in-methods.ts';
import {
  deleteMember,
  findMember,
  lockMembers,
  type MemberRow,
  membersPage,
  otherOwner,
  teamFacts,
  updateMember,
} from '../../identity/team/member.repo.ts';
import { type OwnTeam, presentMember } from '../../identity/team/member.ts';
import { assignableRoles, type Colleagues, mayDismiss } from '../../identity/team/team.policy.ts';
import { announceAccess, announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { fitPersonalApp } from '../../workspace/app/personal.ts';
import { appsOnlyOf, channelsOnlyOf, handTo, lockApps } from '../../workspace/grant/handover.repo.ts';
import { markMember } from '../../workspace/grant/mark.ts';
import { withdrawBeyond } from '../../workspace/invitation/withdraw.ts';

/**
 * Changes a member's role.
 * @throws AppError `notFound`, `forbidden`, `lastOwner`, `noWayIn`
 */
export async function setRole(
  ctx: UserContext,
  team: OwnTeam,
  { userId, role }: { userId: number; role: TeamRole },
): Promise<TeamMember> {
  await transaction(ctx.db, async (tx) => {
    const { member, colleagues } = await lockColleague(tx, ctx, team, userId);
    if (!assignableRoles(colleagues).includes(role)) throw new AppError('forbidden');
    if (member.role === role) return;
    if (role !== 'owner') await keepAnOwner(tx, member);
    await updateMember(tx, member, { role });
    await note(tx, ctx, member, 'member.role', { from: member.role, to: role });
    await keepOperators(tx, ctx.platform, team.teamId);
    await withdrawBeyond(tx, member, role);
    if (role === 'guest' || member.role === 'guest') await fitPersonalApp(ctx, tx, { ...member, role });
    // Team defaults are not for guests, and spaces are managed by administrators.
    await treeChanged(ctx, tx, member);
    if (role === 'guest' || member.role === 'guest') await markMember(ctx.platform, tx, member);
    await memberChanged(ctx, tx, member);
  });
  return memberOf(ctx, team, userId);
}

/**
 * Suspends a member until reinstated; they keep their grants.
 * @throws AppError `notFound`, `forbidden`, `lastOwner`
 */
export async function suspendMember(
  ctx: UserContext,
  team: OwnTeam,
  { userId, suspended }: { userId: number; suspended: boolean },
): Promise<TeamMember> {
  await transaction(ctx.db, async (tx) => {
    const { member, colleagues } = await lockColleague(tx, ctx, team, userId);
    if (!mayDismiss(colleagues)) throw new AppError('forbidden');
    if (member.suspended === suspended) return;
    if (suspended) await keepAnOwner(tx, member);
    await updateMember(tx, member, { suspended });
    await note(tx, ctx, member, suspended ? 'member.suspend' : 'member.unsuspend');
    if (suspended) await keepOperators(tx, ctx.platform, team.teamId);
    if (suspended) await withdrawBeyond(tx, member, null);
    else await treeChanged(ctx, tx, member);
    await markMember(ctx.platform, tx, member);
    await memberChanged(ctx, tx, member);
  });
  return memberOf(ctx, team, userId);
}

/**
 * Removes a member from the team. Things only they managed go to the team's longest-standing owner.
 * @throws AppError `notFound`, `forbidden`, `lastOwner`
 */
export async function removeMember(ctx: UserContext, team: OwnTeam, userId: number): Promise<null> {
  await transaction(ctx.db, async (tx) => {
    const { member, colleagues } = await lockColleague(tx, ctx, team, userId);
    if (!mayDismiss(colleagues)) throw new AppError('forbidden');
    await note(tx, ctx, member, 'member.remove', { role: member.role });
    await takeOut(ctx, tx, member);
  });
  return null;
}

/** Leaves the team. @throws AppError `lastOwner` */
export async function leaveTeam(ctx: UserContext, { teamId }: OwnTeam): Promise<null> {
  await transaction(ctx.db, async (tx) => {
    await lockMembers(tx, teamId);
    const member = await findMember(tx, teamId, ctx.actor.userId);
    if (!member) throw new AppError('notFound');
    await note(tx, ctx, member, 'member.leave', { role: member.role });
    await takeOut(ctx, tx, member);
  });
  return null;
}

/**
 * Ends a membership, with all that was granted; the caller holds `lockMembers`. Joins the transaction.
 * @throws AppError `lastOwner`
 */
export async function takeOut(ctx: Doer & { platform: Platform }, tx: Db, member: MemberRow): Promise<void> {
  const { teamId, userId } = member;
  await keepAnOwner(tx, member);
  // Invitations are locked before the team, as where they are accepted.
  await withdrawBeyond(tx, member, null);
  await handOver(ctx, tx, member);
  await markMember(ctx.platform, tx, member);
  await deleteMember(tx, teamId, userId);
  await keepOperators(tx, ctx.platform, teamId);
  await memberChanged(ctx, tx, member);
}

/**
 * Hands things only this person managed to the longest-standing other owner, so that nothing becomes
 * unmanageable.
 */
async function handOver(ctx: Doer & { platform: Platform }, tx: Db, leaving: MemberRow): Promise<void> {
  const { teamId, userId } = leaving;
  const heir = await otherOwner(tx, teamId, userId);
  if (heir === null) return;
  const onlyTheirs = async () => {
    const appIds = await appsOnlyOf(tx, leaving);
    return { appIds, channels: await channelsOnlyOf(tx, leaving, appIds) };
  };
  const before = await onlyTheirs();
  await lockApps(tx, [...new Set([...before.appIds, ...before.channels.map(({ appId }) => appId)])]);
  const revision = await nextTreeRevision(tx, teamId);
  // Read again under the locks, which include recent shares and prevent new ones.
  const { appIds, channels } = await onlyTheirs();
  const channelIds = channels.map(({ id }) => id);
  const targetIds = [...appIds, ...channelIds];
  if (targetIds.length === 0) return;
  await handTo(tx, { teamId, targetIds, userId: heir, revision });
  await note(tx, ctx, { ...leaving, userId: heir }, 'member.handover', {
    fromUserId: userId,
    apps: appIds.length,
    channels: channelIds.length,
  });
  announceTree(ctx.platform, tx, teamId, { revision, appIds, channelIds });
}

/** Records a member's change in the audit log. */
async function note(
  tx: Db,
  doer: Doer,
  { teamId, userId }: Pick<MemberRow, 'teamId' | 'userId'>,
  action: AuditAction,
  detail: object = {},
): Promise<void> {
  await recordAudit(tx, doer, { teamId, action, target: { kind: 'user', id: userId }, detail });
}

/**
 * Checks that a team keeps an active owner without this one.
 * @throws AppError `lastOwner`
 */
async function keepAnOwner(tx: Db, { teamId, userId, role, suspended }: MemberRow): Promise<void> {
  if (role !== 'owner' || suspended) return;
  if ((await otherOwner(tx, teamId, userId)) !== null) return;
  throw new AppError('lastOwner', { team: (await teamFacts(tx, teamId)).name });
}

/**
 * Reads both people again, under locks.
 * @throws AppError `notFound`
 */
export async function lockColleague(
  tx: Db,
  { actor }: UserContext,
  { teamId }: OwnTeam,
  userId: number,
): Promise<{ member: MemberRow; colleagues: Colleagues }> {
  await lockMembers(tx, teamId);
  const [own, member] = await Promise.all([
    findMember(tx, teamId, actor.userId),
    findMember(tx, teamId, userId),
  ]);
  if (!own || own.suspended || !member) throw new AppError('notFound');
  return { member, colleagues: { actor: own.role, other: member.role, isSelf: userId === actor.userId } };
}

/** Makes the person's own tabs reload the tree, since only their access changed. */
async function treeChanged(
  { platform }: { platform: Platform },
  tx: Db,
  { teamId, userId }: MemberRow,
): Promise<void> {
  const revision = await nextTreeRevision(tx, teamId);
  await announceAccess(platform, tx, teamId, { revision, userIds: [userId] });
}

/** Notifies the person's own tabs, which then reload their abilities. */
async function memberChanged(
  { platform: { bus } }: { platform: Platform },
  tx: Db,
  { userId }: MemberRow,
): Promise<void> {
  onCommit(tx, () => bus.publish(topics.user(userId), { type: 'profile.changed' }));
}

async function memberOf(
  { db, actor }: UserContext,
  { teamId, role }: OwnTeam,
  userId: number,
): Promise<TeamMember> {
  const [row] = await membersPage(db, teamId, { limit: 1, suspendedToo: true, ids: [userId] });
  if (!row) throw new AppError('notFound');
  // The administrator may just have lowered their own role.
  return presentMember(row, userId === actor.userId ? row.role : role, actor.userId);
}
