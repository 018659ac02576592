import { type Db, onCommit, transaction } from '@tandem/db';
import { levelRank } from '@tandem/shared/access/permissions';
import { recordAudit } from '../../access/audit/audit.service.ts';
import { lockApp } from '../../access/policy/lock-app.ts';
import { notify } from '../../content/notice/notice.service.ts';
import { requestStop } from '../../content/turn/turn.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { lockMembers, memberIn } from '../../identity/team/member.ts';
import { isFullMember } from '../../identity/team/team.policy.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { grantAccess } from '../grant/grant.service.ts';
import { archiveAppRow, ownerOf, unarchiveAppRow, updateOwner } from './archive.repo.ts';

interface Target {
  id: string;
  teamId: string;
  name: string;
}

/**
 * Changes an app's owner, its archived state, or both.
 * @throws AppError `notFound` when it is in the bin, `ownerMustBeMember`
 */
export async function changeApp(
  ctx: UserContext,
  app: Target,
  { ownerId, archived }: { ownerId?: number | undefined; archived?: boolean | undefined },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    if (ownerId !== undefined) await lockMembers(tx, app.teamId);
    await lockApp(tx, app.id);
    if (ownerId !== undefined) await transfer(ctx, tx, app, ownerId);
    if (archived !== undefined) await (archived ? archive(ctx, tx, app) : unarchive(ctx, tx, app));
  });
}

/** The new owner gets manage; other grants stay. Both owners are notified, unless they are the actor. */
async function transfer(ctx: UserContext, tx: Db, app: Target, ownerId: number): Promise<void> {
  const { id, teamId } = app;
  const member = await memberIn(tx, teamId, ownerId);
  if (!member || member.suspended || !isFullMember(member.role)) throw new AppError('ownerMustBeMember');
  const granterId = ctx.actor.userId;
  const formerId = await ownerOf(tx, id);
  await grantAccess(ctx, tx, { teamId, targetId: id, userId: ownerId, level: levelRank.manage, granterId });
  const revision = await nextTreeRevision(tx, teamId);
  await updateOwner(tx, id, { ownerId, revision });
  await recordAudit(tx, ctx, {
    teamId,
    action: 'app.transfer',
    target: { kind: 'app', id, name: app.name },
    personId: ownerId,
  });
  await notify({ platform: ctx.platform, db: tx }, [
    { userId: ownerId, teamId, kind: 'share', actorId: granterId, appId: id },
    ...(formerId === ownerId
      ? []
      : [{ userId: formerId, teamId, kind: 'transfer' as const, actorId: granterId, appId: id }]),
  ]);
  announceTree(ctx.platform, tx, teamId, { revision, appIds: [id] });
}

/** Archives an app with its channels, which become read-only, and stops running answers. */
async function archive(ctx: UserContext, tx: Db, app: Target): Promise<void> {
  const { id, teamId } = app;
  const revision = await nextTreeRevision(tx, teamId);
  const channelIds = await archiveAppRow(tx, id, revision);
  if (channelIds === null) return;
  const stopped = channelIds.length > 0 ? await requestStop(tx, channelIds) : [];
  onCommit(tx, () => {
    for (const turnId of stopped) ctx.platform.turns.requestStop(turnId);
  });
  await note(ctx, tx, app, 'app.archive', { channels: channelIds.length });
  announceTree(ctx.platform, tx, teamId, { revision, appIds: [id], channelIds });
}

async function unarchive(ctx: UserContext, tx: Db, app: Target): Promise<void> {
  const { id, teamId } = app;
  const revision = await nextTreeRevision(tx, teamId);
  const channelIds = await unarchiveAppRow(tx, id, revision);
  if (channelIds === null) return;
  await note(ctx, tx, app, 'app.unarchive', { channels: channelIds.length });
  announceTree(ctx.platform, tx, teamId, { revision, appIds: [id], channelIds });
}

async function note(
  ctx: UserContext,
  tx: Db,
  { id, teamId, name }: Target,
  action: 'app.archive' | 'app.unarchive',
  detail: object,
): Promise<void> {
  await recordAudit(tx, ctx, { teamId, action, target: { kind: 'app', id, name }, detail });
}
