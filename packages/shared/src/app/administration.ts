import * as z from 'zod';
import { type AccessLevel, type AppVisibility, appVisibilities } from '../access/permissions.ts';
import { keysetLimitSchema, pageRequestSchema } from '../pagination/schema.ts';
import { queryTextSchema } from '../search/query.ts';
import type { TeamRole } from '../team/schema.ts';
import { userIdSchema } from '../user/schema.ts';
import { type AppType, appTypes } from './schema.ts';

/** State of an app: active, archived, or in the bin. */
export const appStates = ['active', 'archived', 'deleted'] as const;
export type AppState = (typeof appStates)[number];

/** Sort keys of the administrators' app list. */
export const appSorts = [
  'name',
  'people',
  'channels',
  'messages',
  'size',
  'cost',
  'activeAt',
  'createdAt',
] as const;
export type AppSort = (typeof appSorts)[number];

export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];

const filters = {
  /** Part of the name, or of its owner's name or address. */
  query: queryTextSchema.max(200).optional(),
  type: z.enum(appTypes).optional(),
  /** Absent: those in use and in the archive. */
  state: z.enum(appStates).optional(),
  visibility: z.enum(appVisibilities).optional(),
};
const order = {
  sort: z.enum(appSorts).default('name'),
  direction: z.enum(sortDirections).default('asc'),
};

export const listAdministeredSchema = z.strictObject({
  ...filters,
  ...order,
  cursor: z.string().max(1_000).optional(),
  limit: keysetLimitSchema,
});
export type ListAdministered = z.output<typeof listAdministeredSchema>;

/** Filters are accepted directly or inside `filters`. */
export const pageAdministeredSchema = z.strictObject({
  ...filters,
  filters: z.strictObject(filters).optional(),
  ...order,
  pagination: pageRequestSchema.prefault({}),
});
export type PageAdministered = z.output<typeof pageAdministeredSchema>;

export const administerAppSchema = z.strictObject({
  appId: z.uuid(),
  /** Hands it to another member. */
  ownerId: userIdSchema.optional(),
  archived: z.boolean().optional(),
});
export type AdministerApp = z.output<typeof administerAppSchema>;

export const appAudienceSchema = z.strictObject({
  appId: z.uuid(),
  cursor: z.string().max(600).optional(),
  limit: keysetLimitSchema,
});

/** An app as administrators see it, including apps they cannot open: nothing of its content. */
export interface AdministeredApp {
  id: string;
  name: string;
  icon: string;
  type: AppType;
  visibility: AppVisibility;
  state: AppState;
  owner: {
    id: number;
    /** "" when their account is deleted. */
    name: string;
    avatar: string;
    /** Whether they are still an active member. */
    active: boolean;
  };
  /** Active members who may see it. */
  people: number;
  channels: number;
  messages: number;
  /** Bytes of its files. */
  size: number;
  /** Micro-credits, this month. */
  cost: number;
  createdAt: Date;
  /** Time of its last message or edit. */
  activeAt: Date;
  archivedAt: Date | null;
  deletedAt: Date | null;
}

/** A person who may see an app. */
export interface AppViewer {
  id: number;
  name: string;
  avatar: string;
  email: string;
  role: TeamRole;
  level: AccessLevel;
  /** Whether they have a grant of their own, not only the team default. */
  granted: boolean;
}

/** A page of a list with how many there are in all; the total comes with the first page only. */
export interface CountedPage<T> {
  list: T[];
  nextCursor: string | null;
  total: number | null;
}
