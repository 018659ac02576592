import * as z from 'zod';
import {
  type AccessLevel,
  type AppVisibility,
  appVisibilitySchema,
  type Permission,
  permissionSchema,
} from '../access/permissions.ts';
import { displayNameSchema } from '../user/schema.ts';

/** Purpose of an app; determines its screens. */
export const appTypes = ['chat', 'agent', 'draw', 'note', 'chatpdf', 'meeting'] as const;
export type AppType = (typeof appTypes)[number];

/** The types that can be made so far; each later area adds its own. */
export const creatableAppTypes = ['chat', 'agent', 'note', 'chatpdf'] as const satisfies readonly AppType[];

/** First path segment of an app's screens. */
export const routeSegmentOf: Record<AppType, string> = {
  chat: 's',
  agent: 'agent',
  draw: 'draw',
  note: 'note',
  chatpdf: 'chatpdf',
  meeting: 'meeting',
};

/** One emoji or a short icon name. */
export const iconSchema = z
  .string()
  .trim()
  .max(32)
  .regex(/^\P{Cc}*$/u);

/** A few sentences, possibly on several lines. */
export const descriptionSchema = z
  .string()
  .max(2000)
  // PostgreSQL text cannot hold NUL.
  .overwrite((text) => text.replaceAll('\0', '').trim());

export const createAppSchema = z.strictObject({
  name: displayNameSchema,
  type: z.enum(creatableAppTypes),
  spaceId: z.uuid().optional(),
  icon: iconSchema.optional(),
  /** Absent: every member sees it. */
  visibility: appVisibilitySchema.optional(),
  clientKey: z.uuid().optional(),
});
export type CreateApp = z.output<typeof createAppSchema>;

export const updateAppSchema = z.strictObject({
  appId: z.uuid(),
  name: displayNameSchema.optional(),
  icon: iconSchema.optional(),
  description: descriptionSchema.optional(),
});
export type UpdateApp = z.output<typeof updateAppSchema>;

export const appVisibilityChangeSchema = z.strictObject({ appId: z.uuid(), visibility: appVisibilitySchema });
export const appPermissionChangeSchema = z.strictObject({ appId: z.uuid(), permission: permissionSchema });

/** Moves an app into a space, after the app `afterId` (null for first). */
export const moveAppSchema = z.strictObject({
  appId: z.uuid(),
  spaceId: z.uuid(),
  afterId: z.uuid().nullable(),
});
export type MoveApp = z.output<typeof moveAppSchema>;

/** An application as one reader sees it. */
export interface App {
  id: string;
  teamId: string;
  spaceId: string;
  type: AppType;
  name: string;
  icon: string;
  description: string;
  visibility: AppVisibility;
  /**
   * The reader's personal app in this team: nobody else sees it, and it can be neither shared as a whole nor
   * deleted.
   */
  personal: boolean;
  permission: Permission;
  creatorId: number;
  sort: string;
  /** Set when archived, with its channels. */
  archivedAt: Date | null;
  createdAt: Date;
  /** The team's tree revision at which it last changed; an older copy never replaces a newer one. */
  revision: number;
  /** The reader's effective level, and the abilities that follow. */
  level: AccessLevel;
  abilities: AppAbilities;
}

export interface AppAbilities {
  createChannel: boolean;
  edit: boolean;
  manage: boolean;
}
