import type { TeamRole } from '@tandem/shared/team/schema';
import type { Generated } from 'kysely';

/** An address that may join a team. At most one per team and address is open: neither accepted nor ended. */
export interface InvitationTable {
  id: Generated<string>;
  teamId: string;
  /** Lower case. */
  email: string;
  role: TeamRole;
  inviterId: number;
  /** SHA-256 of the token in the link shown to inviters. */
  tokenHash: Buffer;
  /** SHA-256 of the token in the link that was mailed, which proves the address; null until then. */
  mailedHash: Buffer | null;
  createdAt: Generated<Date>;
  expiresAt: Date;
  acceptedAt: Date | null;
  /** Withdrawn or declined. */
  endedAt: Date | null;
}

/** Access given by an invitation, besides the team. */
export interface InvitationGrantTable {
  invitationId: string;
  targetId: string;
  level: number;
  /** The last person who gave it. It applies only while they manage the target. */
  granterId: number;
}
