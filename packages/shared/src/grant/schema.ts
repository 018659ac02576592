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

/** People that one call may share with. */
export const MAX_SHARED_AT_ONCE = 100;

const target = { appId: z.uuid().optional(), channelId: z.uuid().optional() };
/** Told to whoever reads the schema; the access rule holds it, for it must look at both before it refuses. */
const exactlyOne = { oneOf: [{ required: ['appId'] }, { required: ['channelId'] }] };

/** What is shared: an app or a channel, exactly one of them. */
export interface GrantTarget {
  appId?: string | undefined;
  channelId?: string | undefined;
}

/** An invitee: somebody of the team, or an address, which may have to be invited. */
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
/** Takes back what an open invitation would give here; nothing else of it. */
export const withdrawGrantSchema = z.strictObject({ ...target, invitationId: z.uuid() }).meta(exactlyOne);

export const listSharedSchema = z.strictObject({
  cursor: z.string().max(100).optional(),
  limit: keysetLimitSchema,
});
export const pageSharedSchema = z.strictObject({ pagination: pageRequestSchema.prefault({}) });

/**
 * Where a person's level comes from: they made the thing; a grant on it; what all members have; or a grant on
 * something above it. `id` and `name` tell what stands above, where the reader may see that.
 */
export interface GrantSource {
  kind: 'creator' | 'grant' | 'team' | 'inherited';
  id?: string;
  name?: string;
}

/** Somebody who has access to an app or channel. */
export interface AccessPerson {
  id: number;
  name: string;
  avatar: string;
  email: string;
  role: TeamRole;
  /** What they may do, all sources together. */
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
  /** Where the invitation is taken up, by whoever has the address alone: to pass on where no mail goes out. */
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
    /** Its default permission, which counts while the team may see it. */
    permission: Permission;
  };
  /** What every member of the team may do; `none` when only those listed have access. */
  team: AccessLevel;
  /** What the team would have if the channel inherited; null for apps. `name` where the reader may see the parent. */
  inherited: { team: AccessLevel; name?: string } | null;
  /** Those with a grant first, then by name. */
  list: AccessPerson[];
  nextCursor: string | null;
  /** Only for who manages it. */
  pending: PendingShare[];
  abilities: { manage: boolean; invite: boolean };
}

/** What sharing changed. */
export interface ShareAnswer {
  people: AccessPerson[];
  pending: PendingShare[];
}

/** Something that others shared with the reader. */
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
  /** The person who shared it; null when their account is gone. */
  sharedBy: { id: number; name: string; avatar: string } | null;
  sharedAt: Date;
}
