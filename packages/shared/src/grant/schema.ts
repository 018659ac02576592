import * as z from 'zod';
import {
  type AccessLevel,
  type ChannelVisibility,
  type Permission,
  permissionSchema,
} from '../access/permissions.ts';
import type { AppType } from '../app/schema.ts';
import type { ChannelKind } from '../channel/schema.ts';
import { keysetLimitSchema, pageRequestSchema } from '../pagination/schema.ts';
import type { TeamRole } from '../team/schema.ts';
import { emailSchema, userIdSchema } from '../user/schema.ts';

/** Maximum people per call. */
export const MAX_SHARED_AT_ONCE = 100;

const target = { appId: z.uuid().optional(), channelId: z.uuid().optional() };
/** For readers of the schema; the access rule enforces it, because it must check both before refusing. */
const exactlyOne = { oneOf: [{ required: ['appId'] }, { required: ['channelId'] }] };

/** The shared target: exactly one app or channel. */
export interface GrantTarget {
  appId?: string | undefined;
  channelId?: string | undefined;
}

/** An invitee: a person of the team, or an address, who may have to be invited. */
const inviteeSchema = z
  .strictObject({
    userId: userIdSchema.optional(),
    email: emailSchema.optional(),
    permission: permissionSchema,
  })
  .refine(({ userId, email }) => (userId === undefined) !== (email === undefined), {
    message: 'needs either userId or email',
  });
export type Invitee = z.output<typeof inviteeSchema>;

export const listGrantsSchema = z
  .strictObject({ ...target, cursor: z.string().max(600).optional(), limit: keysetLimitSchema })
  .meta(exactlyOne);
export const shareSchema = z
  .strictObject({ ...target, users: z.array(inviteeSchema).max(MAX_SHARED_AT_ONCE) })
  .meta(exactlyOne);
export const setGrantSchema = z
  .strictObject({ ...target, userId: userIdSchema, permission: permissionSchema })
  .meta(exactlyOne);
export const removeGrantSchema = z.strictObject({ ...target, userId: userIdSchema }).meta(exactlyOne);
/** Removes this target from an open invitation. */
export const withdrawGrantSchema = z.strictObject({ ...target, invitationId: z.uuid() }).meta(exactlyOne);

export const listSharedSchema = z.strictObject({
  cursor: z.string().max(100).optional(),
  limit: keysetLimitSchema,
});
export const pageSharedSchema = z.strictObject({ pagination: pageRequestSchema.prefault({}) });

/**
 * Source of a person's level: they created the target; a grant on it; the team default; or a grant on a
 * parent. `id` and `name` identify the parent, if the reader may see it.
 */
export interface GrantSource {
  kind: 'creator' | 'grant' | 'team' | 'inherited';
  id?: string;
  name?: string;
}

/** A person with access to an app or channel. */
export interface AccessPerson {
  id: number;
  name: string;
  avatar: string;
  email: string;
  role: TeamRole;
  /** Their level from all sources. */
  level: AccessLevel;
  source: GrantSource;
  /** Their grant on this very thing, which can be changed here; null when their access comes from elsewhere. */
  own: Permission | null;
  abilities: { set: boolean; remove: boolean };
}

/** An address that was invited and will have access when it joins. */
export interface PendingShare {
  invitationId: string;
  email: string;
  permission: Permission;
  /** Where the invitation is accepted, by the invited address alone: to pass on where mail is not set up. */
  link: string;
}

/** A person with access to an app or channel, and where it comes from. */
export interface AccessList {
  target: {
    kind: 'app' | 'channel';
    id: string;
    name: string;
    icon: string;
    visibility: ChannelVisibility;
    /** Its default permission, which applies while the team may see it. */
    permission: Permission;
  };
  /** Level of every member; `none` when only listed people have access. */
  team: AccessLevel;
  /**
   * The team's level if the channel inherited; null for apps. `name` is set if the reader may see the parent.
   */
  inherited: { team: AccessLevel; name?: string } | null;
  /** People with a grant first, then by name. */
  list: AccessPerson[];
  nextCursor: string | null;
  /** For managers only. */
  pending: PendingShare[];
  abilities: { manage: boolean; invite: boolean };
}

/** Result of sharing. */
export interface ShareAnswer {
  people: AccessPerson[];
  pending: PendingShare[];
}

/** Something others shared with the reader. */
export interface SharedItem {
  kind: 'app' | 'channel';
  id: string;
  appId: string;
  appType: AppType;
  /** Null for apps. */
  channelKind: ChannelKind | null;
  name: string;
  icon: string;
  level: AccessLevel;
  /** The person who shared it; null when their account is deleted. */
  sharedBy: { id: number; name: string; avatar: string } | null;
  sharedAt: Date;
}
