import * as z from 'zod';
import {
  type AccessLevel,
  type ChannelVisibility,
  channelVisibilitySchema,
  type Permission,
  permissionSchema,
} from '../access/permissions.ts';
import { descriptionSchema, iconSchema } from '../app/schema.ts';
import { queryTextSchema } from '../search/query.ts';
import { displayNameSchema } from '../user/schema.ts';

/** Kinds of channels. */
export const channelKinds = [
  'chat',
  'discussion',
  'agent',
  'draw',
  'document',
  'dataset',
  'chatpdf',
  'meeting',
] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** The kinds that can be made so far; each later area adds its own. */
export const creatableChannelKinds = [
  'chat',
  'discussion',
  'agent',
  'document',
  'dataset',
  'chatpdf',
] as const satisfies readonly ChannelKind[];

/** When a channel's assistant answers: every message, or mentions only. */
export const answeringModes = ['always', 'mentioned'] as const;
export type Answering = (typeof answeringModes)[number];

/** Deepest nesting of channels in an app. */
export const MAX_CHANNEL_DEPTH = 32;

export const createChannelSchema = z.strictObject({
  appId: z.uuid(),
  /** Without a name the channel is titled after its first answer. */
  name: displayNameSchema.optional(),
  parentId: z.uuid().nullish(),
  kind: z.enum(creatableChannelKinds).default('chat'),
  /** The assistant that answers here, one of the app's or the creator's own; absent for the app's default. */
  assistantId: z.uuid().optional(),
  clientKey: z.uuid().optional(),
});
export type CreateChannel = z.output<typeof createChannelSchema>;

export const updateChannelSchema = z.strictObject({
  channelId: z.uuid(),
  name: displayNameSchema.optional(),
  icon: iconSchema.optional(),
  description: descriptionSchema.optional(),
  answering: z.enum(answeringModes).optional(),
});
export type UpdateChannel = z.output<typeof updateChannelSchema>;

/**
 * Moves a channel below `parentId` (null for the app's top), after the sibling `afterId` (null for first).
 */
/** `parentId` null: the top of an app; `appId`: which app, by default the one where it is. */
export const moveChannelSchema = z.strictObject({
  channelId: z.uuid(),
  appId: z.uuid().optional(),
  parentId: z.uuid().nullable(),
  afterId: z.uuid().nullable(),
});
export type MoveChannel = z.output<typeof moveChannelSchema>;

/** Maximum channels moved at once. */
const MAX_SORTED = 200;

/**
 * New places of an app's channels. `parentId` is by default the one where a channel is, null the app's top; `sort` is
 * a place among its siblings, counted from 0, or a sort key as lists tell it.
 */
export const changeChannelSortSchema = z.strictObject({
  appId: z.uuid(),
  items: z
    .array(
      z.strictObject({
        id: z.uuid(),
        parentId: z.uuid().nullable().optional(),
        sort: z.union([
          z.int().min(0).max(1_000_000),
          z
            .string()
            .max(100)
            .regex(/^[0-9A-Za-z]+$/),
        ]),
      }),
    )
    .max(MAX_SORTED)
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, { message: 'given twice' }),
});
export type ChangeChannelSort = z.output<typeof changeChannelSortSchema>;

export const channelVisibilityChangeSchema = z.strictObject({
  channelId: z.uuid(),
  visibility: channelVisibilitySchema,
});
export const channelPermissionChangeSchema = z.strictObject({
  channelId: z.uuid(),
  permission: permissionSchema,
});

/** The reader's position: up to `seq`, or everything when absent. */
export const markReadSchema = z.strictObject({
  channelId: z.uuid(),
  seq: z.int().min(0).optional(),
});
export type MarkRead = z.output<typeof markReadSchema>;

/** Marks everything from this message on as unread. */
export const markUnreadSchema = z.strictObject({ channelId: z.uuid(), messageId: z.uuid() });

/** Copies the path up to and including a message into a new channel below. */
export const forkChannelSchema = z.strictObject({
  channelId: z.uuid(),
  messageId: z.uuid(),
  name: displayNameSchema.optional(),
  clientKey: z.uuid().optional(),
});
export type ForkChannel = z.output<typeof forkChannelSchema>;

export const pinChannelSchema = z.strictObject({ channelId: z.uuid(), pinned: z.boolean() });

/** Somebody starts or stops typing; typing expires after six seconds. */
export const typingSchema = z.strictObject({ channelId: z.uuid(), typing: z.boolean() });

/** Most people that a page of `channel.people` names. */
export const MAX_PEOPLE = 50;

/** Lists people who can view a channel, by name. */
export const channelPeopleSchema = z.strictObject({
  channelId: z.uuid(),
  /** Part of a name. */
  query: queryTextSchema.max(80).optional(),
  cursor: z.string().max(1_000).optional(),
  limit: z.int().min(1).max(MAX_PEOPLE).default(20),
});
export type ChannelPeople = z.output<typeof channelPeopleSchema>;

export const exportFormats = ['markdown', 'json'] as const;

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
  /** When its assistant answers. */
  answering: Answering;
  /** Whether the reader pinned it in their sidebar. */
  pinned: boolean;
  /** Time of archiving; null while active. */
  archivedAt: Date | null;
  createdAt: Date;
  /** Time of the last message, else of creation. */
  activeAt: Date;
  /** Others' messages that the reader has not read, at most `MAX_UNREAD`. */
  unread: number;
  /** Number of others a channel of the reader's personal app is shared with; 0 in other apps. */
  sharedWith: number;
  /** The team's tree revision at which it last changed; an older copy never replaces a newer one. */
  revision: number;
  level: AccessLevel;
  abilities: ChannelAbilities;
}

export interface ChannelAbilities {
  comment: boolean;
  send: boolean;
  /** Have an assistant answer. */
  ask: boolean;
  edit: boolean;
  manage: boolean;
}
