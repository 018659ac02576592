import type { TeamRole } from '@tandem/shared/team/schema';
import type { Generated } from 'kysely';

/** An address that may join a team. At most one of a team and address is open: neither accepted nor ended. */
export interface InvitationTable {
  id: Generated<string>;
  teamId: string;
  /** Lower case. */
  email: string;
  role: TeamRole;
  inviterId: number;
  /** SHA-256 of the token in the link that is shown to whoever invites. */
  tokenHash: Buffer;
  /** SHA-256 of the token in the link that was mailed, which proves the address; null until then. */
  mailedHash: Buffer | null;
  createdAt: Generated<Date>;
  expiresAt: Date;
  acceptedAt: Date | null;
  /** Withdrawn or declined. */
  endedAt: Date | null;
}

/** What an invitation gives access to, besides the team. */
export interface InvitationGrantTable {
  invitationId: string;
  targetId: string;
  level: number;
  /** The person who gave it last. It counts only as long as they manage the target. */
  granterId: number;
}
