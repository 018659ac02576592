import type { Db } from '@tandem/db';
import type { TeamRole } from '@tandem/shared/team/schema';
import { vouchableRoles } from '../../identity/team/team.policy.ts';
import { endInvitationsBy } from './invitation.repo.ts';

/**
 * Withdraws what a person invited others to and could no longer, in their new role or in none: otherwise an
 * invitation to an address of their own would bring them back.
 */
export async function withdrawBeyond(
  tx: Db,
  { teamId, userId }: { teamId: string; userId: number },
  role: TeamRole | null,
): Promise<void> {
  await endInvitationsBy(tx, teamId, userId, role === null ? [] : vouchableRoles(role));
}
