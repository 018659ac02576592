import * as z from 'zod';
import { permissionSchema } from '../access/permissions.ts';
import type { AppType } from '../app/schema.ts';
import { keysetLimitSchema } from '../pagination/schema.ts';
import { type TeamRole, teamRoleSchema } from '../team/schema.ts';
import { emailSchema } from '../user/schema.ts';

/** Default days until an invitation expires. */
export const INVITATION_DAYS = 7;
export const INVITATION_MAX_DAYS = 30;

/** The secret of an invitation's link: 32 bytes in base64url. */
export const invitationTokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** An app or channel of the team that an invitation gives access to. */
export const invitationGrantSchema = z.strictObject({ targetId: z.uuid(), permission: permissionSchema });

export const createInvitationSchema = z.strictObject({
  email: emailSchema,
  role: teamRoleSchema,
  expiresInDays: z.int().min(1).max(INVITATION_MAX_DAYS).default(INVITATION_DAYS),
  grants: z.array(invitationGrantSchema).max(50).default([]),
});
export type CreateInvitation = z.output<typeof createInvitationSchema>;

export const listInvitationsSchema = z.strictObject({
  cursor: z.uuid().optional(),
  limit: keysetLimitSchema,
});

export const oneInvitationSchema = z.strictObject({ invitationId: z.uuid() });
export const peekInvitationSchema = z.strictObject({ token: invitationTokenSchema });
/** By its id, from one's own list, or by the link; exactly one. */
export const acceptInvitationSchema = z
  .strictObject({ invitationId: z.uuid().optional(), token: invitationTokenSchema.optional() })
  .refine(({ invitationId, token }) => (invitationId === undefined) !== (token === undefined));
export type AcceptInvitation = z.output<typeof acceptInvitationSchema>;

/** An open invitation as administrators of its team see it. */
export interface Invitation {
  id: string;
  teamId: string;
  email: string;
  role: TeamRole;
  /** The inviter's name; "" when their account is deleted. */
  inviter: string;
  createdAt: Date;
  expiresAt: Date;
  /** Past its time: it can be sent again or withdrawn. */
  expired: boolean;
  /**
   * Address of the acceptance page; it proves nothing, so the page asks for a code. The mailed link differs.
   */
  link: string;
  abilities: { manage: boolean };
}

/** An invitation as shown to the holder of a link. */
export interface InvitationPeek {
  id: string;
  state: 'open' | 'used' | 'expired';
  teamId: string;
  team: string;
  inviter: string;
  /** The invited address while it is open, else "". */
  email: string;
  /**
   * For an open invitation by its mailed link to an address without an account, which it creates by one
   * click: the name of the target ("" if unnamed, null for the team). Null where a code is required: for
   * copied links, existing accounts, and where sign-in by mail is disabled.
   */
  mailed: { to: string | null } | null;
}

/** The app or channel an invitation leads to. */
export interface InvitationLanding {
  appId: string;
  appType: AppType;
  /** Null: the app itself. */
  channelId: string | null;
}

/** An invitation to the reader. */
export interface OwnInvitation {
  id: string;
  teamId: string;
  team: string;
  role: TeamRole;
  inviter: string;
  expiresAt: Date;
}
