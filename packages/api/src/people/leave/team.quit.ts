import type { Db } from '@tandem/db';
import { type Doer, recordAudit } from '../../access/audit/audit.service.ts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import { deleteTeam, findMember, lockMembers, teamFacts } from '../../identity/team/member.repo.ts';
import { takeOut } from './team.leave.ts';

/**
 * Removes a person whose account is deleted from one of their teams; a team without other people is deleted
 * with all its content, if confirmed. The installation's first team is never deleted: owners of the next one
 * would become operators. Joins the transaction.
 * @throws AppError `lastOwner`, `firstTeamOwner`, `lastMember`
 */
export async function quitTeam(
  ctx: Doer & { platform: Platform },
  tx: Db,
  { teamId, userId, alsoTeams }: { teamId: string; userId: number; alsoTeams: boolean },
): Promise<void> {
  await lockMembers(tx, teamId);
  const member = await findMember(tx, teamId, userId);
  if (!member) return;
  const { name: team, isFirst, members } = await teamFacts(tx, teamId);
  const target = { kind: 'user', id: userId };
  await recordAudit(tx, ctx, { teamId, action: 'member.leave', target, detail: { role: member.role } });
  if (members > 1) return takeOut(ctx, tx, member);
  if (isFirst) throw new AppError('firstTeamOwner', { team });
  if (!alsoTeams) throw new AppError('lastMember', { team });
  await recordAudit(tx, ctx, {
    teamId: null,
    action: 'team.remove',
    target: { kind: 'team', id: teamId, name: team },
  });
  await deleteTeam(tx, teamId);
}
