import type { Db } from '@tandem/db';
import { levelOf, levelRank } from '@tandem/shared/access/permissions';
import { type Doer, recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import type { Platform } from '../../core/platform.ts';
import { announceAccess, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { grantsOn, peopleOf, targetStands, upsertGrants } from './grant.repo.ts';
import { markShared } from './mark.ts';

export interface GrantAccess {
  teamId: string;
  /** An app or channel. */
  targetId: string;
  userId: number;
  /** Rank from 1 to 4. */
  level: number;
  granterId: number;
  /** Whether an invitation gave it, for the audit log. */
  byInvitation?: boolean;
}

/**
 * Gives a member access to an app or channel, by an accepted invitation or as a new owner. Raises their
 * level, never lowers it; skips deleted targets. Locks the team's row: lock other rows before.
 */
export async function grantAccess(
  ctx: Doer & { platform: Platform },
  tx: Db,
  { teamId, targetId, userId, level, granterId, byInvitation = false }: GrantAccess,
): Promise<void> {
  const revision = await nextTreeRevision(tx, teamId);
  const kind = await targetStands(tx, teamId, targetId);
  if (!kind) return;
  const held = (await grantsOn(tx, targetId, [userId])).get(userId) ?? 0;
  if (held >= level) return;
  await upsertGrants(tx, { teamId, targetId, granterId }, [{ userId, level }]);
  await recordAudit(tx, ctx, {
    teamId,
    action: 'grant.set',
    target: { kind, id: targetId },
    personId: userId,
    detail: { from: levelOf(held), to: levelOf(level), ...(byInvitation && { byInvitation }) },
    actorId: granterId,
  });
  await announceAccess(ctx.platform, tx, teamId, { revision, userIds: [userId] });
  await markShared(ctx.platform, tx, { teamId, targetId, revision });
}

/**
 * Gives manage to the person who restricts access to an app or channel, if they had it only by what they
 * removed, so that nothing is left without a manager.
 * @param scope of the target after the change
 */
export async function keepManaging(
  { actor, platform }: UserContext,
  tx: Db,
  scope: { teamId: string; targetId: string; path: string[]; teamLevel: number; revision: number },
): Promise<void> {
  const { userId } = actor;
  const { teamId, targetId, revision } = scope;
  const [reach] = await peopleOf(tx, scope, { userIds: [userId] });
  if (reach && reach.rank >= levelRank.manage) return;
  await upsertGrants(tx, { teamId, targetId, granterId: userId }, [{ userId, level: levelRank.manage }]);
  await announceAccess(platform, tx, teamId, { revision, userIds: [userId] });
}
