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
 * Takes a person's grant on an app or channel away; where they have none, nothing happens. What they have from above
 * or by the team's default stays. Who is left with nothing keeps nothing below it either, be it shared with them or
 * made by them: copies too are out of their reach.
 * @returns the person with what is left to them; null when that is nothing, or the reader sees it no more
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
 * Takes back what an open invitation would give on an app or channel, and the invitation with it when it was a
 * guest's and gives nothing else. Where it gives nothing here, nothing happens.
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
