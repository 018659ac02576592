import * as z from 'zod';
import type { AccessLevel, ChannelVisibility, Permission } from '../access/permissions.ts';
import { descriptionSchema, iconSchema } from '../app/schema.ts';
import { displayNameSchema } from '../user/schema.ts';

/** What a channel holds. */
export const channelKinds = [
  'chat',
  'discussion',
  'agent',
  'draw',
  'document',
  'chatpdf',
  'meeting',
] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** The kinds that can be made so far; each later area adds its own. */
export const creatableChannelKinds = ['chat'] as const satisfies readonly ChannelKind[];

/** Deepest nesting of channels in an app. */
export const MAX_CHANNEL_DEPTH = 32;

export const createChannelSchema = z.strictObject({
  appId: z.uuid(),
  /** Without a name the channel titles itself after its first answer. */
  name: displayNameSchema.optional(),
  parentId: z.uuid().nullish(),
  kind: z.enum(creatableChannelKinds).default('chat'),
  clientKey: z.uuid().optional(),
});
export type CreateChannel = z.output<typeof createChannelSchema>;

export const updateChannelSchema = z.strictObject({
  channelId: z.uuid(),
  name: displayNameSchema.optional(),
  icon: iconSchema.optional(),
  description: descriptionSchema.optional(),
});
export type UpdateChannel = z.output<typeof updateChannelSchema>;

/** Puts a channel below `parentId` (null: the app's top), behind the sibling `afterId` (null: first). */
export const moveChannelSchema = z.strictObject({
  channelId: z.uuid(),
  parentId: z.uuid().nullable(),
  afterId: z.uuid().nullable(),
});
export type MoveChannel = z.output<typeof moveChannelSchema>;

/** How far the reader has read: up to `seq`, or everything when it is absent. */
export const markReadSchema = z.strictObject({
  channelId: z.uuid(),
  seq: z.int().min(0).optional(),
});
export type MarkRead = z.output<typeof markReadSchema>;

/** Unread messages are counted up to this; show it as "99+". */
export const MAX_UNREAD = 100;

/** A node of an app's tree as one reader sees it. */
export interface Channel {
  id: string;
  teamId: string;
  appId: string;
  /** Null at the top of the app, and where the parent is not visible to the reader. */
  parentId: string | null;
  kind: ChannelKind;
  /** "" until it has a title. */
  name: string;
  icon: string;
  description: string;
  visibility: ChannelVisibility;
  permission: Permission;
  creatorId: number;
  sort: string;
  assistantId: string | null;
  createdAt: Date;
  /** Time of the last message, else of creation. */
  activeAt: Date;
  /** Others' messages that the reader has not read, at most `MAX_UNREAD`. */
  unread: number;
  /** The team's tree revision at which it last changed; an older copy never replaces a newer one. */
  revision: number;
  level: AccessLevel;
  abilities: ChannelAbilities;
}

export interface ChannelAbilities {
  comment: boolean;
  send: boolean;
  edit: boolean;
  manage: boolean;
}
