import { transaction } from '@tandem/db';
import { levelOf, levelRank } from '@tandem/shared/access/permissions';
import type { AccessPerson, GrantTarget } from '@tandem/shared/grant/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { announceAccess, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { deleteGrant, deleteGrantsBelow, isManaged } from './grant.repo.ts';
import { deletePending, endIfEmpty } from './invite.repo.ts';
import { presentPeople } from './list.ts';
import { markShared } from './mark.ts';
import { type LoadedTarget, targetFor } from './target.ts';

/**
 * Removes a person's grant on an app or channel; does nothing without one. Their access by a parent or the
 * team default stays. A person left without access loses everything below as well, whether shared with them
 * or created by them, so that no copy stays with them.
 * @returns the person with their remaining access; null when there is none, or the reader cannot see it any
 * more
 * @throws AppError `lastManager` when nobody would manage it any more
 */
export async function removeGrant(
  ctx: UserContext,
  { teamId }: LoadedTarget,
  { userId, ...named }: GrantTarget & { userId: number },
): Promise<AccessPerson | null> {
  const { actor, platform } = ctx;
  return transaction(ctx.db, async (tx) => {
    const revision = await nextTreeRevision(tx, teamId);
    const target = await targetFor(tx, actor, named, userId === actor.userId ? 'view' : 'manage');
    const level = await deleteGrant(tx, target.id, userId);
    const [left] = await presentPeople(tx, actor, target, [userId]);
    if (level === null) return left ?? null;
    if (level === levelRank.manage && !(await isManaged(tx, target))) throw new AppError('lastManager');
    await recordAudit(tx, ctx, {
      teamId,
      action: 'grant.remove',
      target: { kind: target.kind, id: target.id },
      personId: userId,
      detail: { from: levelOf(level) },
    });
    // A manager of the target manages everything deleted here.
    if (!left) await deleteGrantsBelow(tx, target.id, userId);
    await announceAccess(platform, tx, teamId, { revision, userIds: [userId] });
    await markShared(platform, tx, { teamId, targetId: target.id, revision });
    return left ?? null;
  });
}

/**
 * Removes an app or channel from an open invitation, and withdraws a guest's invitation that gives nothing
 * else. Does nothing if it gives no access here.
 */
export async function withdrawGrant(
  ctx: UserContext,
  { id: targetId, kind, teamId }: LoadedTarget,
  invitationId: string,
): Promise<{ withdrawn: boolean }> {
  return transaction(ctx.db, async (tx) => {
    const withdrawn = await deletePending(tx, { teamId, invitationId, targetId });
    if (withdrawn) {
      await endIfEmpty(tx, invitationId);
      const target = { kind, id: targetId };
      await recordAudit(tx, ctx, { teamId, action: 'grant.remove', target, detail: { invitationId } });
    }
    return { withdrawn };
  });
}
