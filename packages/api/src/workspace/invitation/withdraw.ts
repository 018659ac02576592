import type { Db } from '@tandem/db';
import type { TeamRole } from '@tandem/shared/team/schema';
import { vouchableRoles } from '../../identity/team/team.policy.ts';
import { endInvitationsBy } from './invitation.repo.ts';

/**
 * Withdraws a person's invitations beyond their new role, or all without one: otherwise they could return by
 * inviting another address of theirs.
 */
export async function withdrawBeyond(
  tx: Db,
  { teamId, userId }: { teamId: string; userId: number },
  role: TeamRole | null,
): Promise<void> {
  await endInvitationsBy(tx, teamId, userId, role === null ? [] : vouchableRoles(role));
}
