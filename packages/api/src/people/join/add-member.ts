import { type Db, onCommit } from '@tandem/db';
import { type Doer, recordAudit } from '../../access/audit/audit.service.ts';
import { AppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { goToTeam } from '../../identity/session/team.ts';
import { findMember, insertMember } from '../../identity/team/member.repo.ts';
import { lockMembers, type OwnTeam } from '../../identity/team/member.ts';
import { setCurrentTeam } from '../../identity/team/team.repo.ts';
import { fitPersonalApp } from '../../workspace/app/personal.ts';
import { markMember } from '../../workspace/grant/mark.ts';

/** The person who joins a team. */
export interface NewMember extends OwnTeam {
  userId: number;
  /** Whether an administrator added them, who is then recorded as the actor. */
  made?: boolean;
}

/**
 * Adds a person to a team; a member keeps their role. Joins the transaction, and serialises with every other
 * change of the team's members: take `lockMembers` first where other rows of the team are locked before.
 * @throws AppError `suspended` when the team has suspended them
 */
export async function addMember(
  ctx: Doer & { platform: Platform },
  tx: Db,
  { teamId, userId, role, made = false }: NewMember,
): Promise<void> {
  await lockMembers(tx, teamId);
  const isNew = await insertMember(tx, { teamId, userId, role });
  if (!isNew && (await findMember(tx, teamId, userId))?.suspended) throw new AppError('suspended');
  if (isNew && !made)
    await recordAudit(tx, ctx, {
      teamId,
      action: 'member.join',
      target: { kind: 'user', id: userId },
      detail: { role },
      actorId: userId,
    });
  if (isNew) await fitPersonalApp(ctx, tx, { teamId, userId, role });
  if (isNew) await markMember(ctx.platform, tx, { teamId, userId });
  onCommit(tx, () => ctx.platform.bus.publish(topics.user(userId), { type: 'profile.changed' }));
}

/** The same, and the team becomes their current one. @throws AppError `suspended` */
export async function enterTeam(
  ctx: Doer & { platform: Platform },
  tx: Db,
  member: NewMember,
): Promise<void> {
  await addMember(ctx, tx, member);
  await setCurrentTeam(tx, member.userId, member.teamId);
  const { actor } = ctx;
  if (actor.kind === 'user' && actor.userId === member.userId) await goToTeam(tx, actor, member.teamId);
}
