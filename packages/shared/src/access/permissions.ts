import * as z from 'zod';

/** Levels of access to an app or a channel, weakest first. Each includes those before it. */
export const permissions = ['view', 'comment', 'edit', 'manage'] as const;
export type Permission = (typeof permissions)[number];
export const permissionSchema = z.enum(permissions);

/** A permission or its absence, as it results for one person. */
export type AccessLevel = 'none' | Permission;

/** Rank of a level as the database stores and compares it. */
export const levelRank = { none: 0, view: 1, comment: 2, edit: 3, manage: 4 } as const satisfies Record<
  AccessLevel,
  number
>;
export type LevelRank = (typeof levelRank)[AccessLevel];

const levelsByRank: readonly AccessLevel[] = ['none', ...permissions];

/** Returns the level of a stored rank; ranks outside 0 to 4 count as none. */
export function levelOf(rank: number): AccessLevel {
  return levelsByRank[rank] ?? 'none';
}

/** Whether the level `held` includes `needed`. */
export function atLeast(held: AccessLevel, needed: AccessLevel): boolean {
  return levelRank[held] >= levelRank[needed];
}

/** `private`: creator and grants. `team`: every member, at the default permission. */
export const appVisibilities = ['private', 'team'] as const;
export const appVisibilitySchema = z.enum(appVisibilities);
export type AppVisibility = (typeof appVisibilities)[number];

/** A channel may also inherit its parent's visibility, which is the default. */
export const channelVisibilities = ['inherit', ...appVisibilities] as const;
export const channelVisibilitySchema = z.enum(channelVisibilities);
export type ChannelVisibility = (typeof channelVisibilities)[number];
