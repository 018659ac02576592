import { type AccessLevel, levelOf, levelRank, type Permission } from '@tandem/shared/access/permissions';
import type { ChannelKind } from '@tandem/shared/channel/schema';
import type { TeamRole } from '@tandem/shared/team/schema';

/** A person's membership of the team that owns a row; null for people outside it. */
export type Standing = { role: TeamRole; suspended: boolean } | null;

/** Everything that decides a person's level on one app or channel. */
export interface ReachFacts {
  standing: Standing;
  /** Rank that every member has by the team defaults on the row's path. */
  teamLevel: number;
  /** Ranks of the person's own grants on the row's path. */
  grants: readonly number[];
}

/**
 * A person's level: the highest of the team default (never for guests) and their grants on the path.
 * Suspended people and non-members have none. `levelFor` in `access.fragments.ts` is the same rule in SQL.
 */
export function heldLevel({ standing, teamLevel, grants }: ReachFacts): AccessLevel {
  if (standing === null || standing.suspended) return 'none';
  return levelOf(Math.max(standing.role === 'guest' ? 0 : teamLevel, 0, ...grants));
}

/**
 * Level required by each action on a channel. Commenters may send to a discussion but not to a chat; getting
 * an answer from an assistant requires `channel.ask` everywhere.
 */
export const channelActions = {
  'channel.view': 'view',
  'channel.comment': 'comment',
  'channel.send': 'edit',
  'channel.ask': 'edit',
  'channel.edit': 'edit',
  'channel.sort': 'edit',
  'channel.createChild': 'edit',
  'channel.manage': 'manage',
  'channel.remove': 'manage',
} as const satisfies Record<string, Permission>;
export type ChannelAction = keyof typeof channelActions;

/** Level required by each action on an app. */
export const appActions = {
  'app.view': 'view',
  'app.createChannel': 'edit',
  'app.edit': 'edit',
  'app.manage': 'manage',
} as const satisfies Record<string, Permission>;
export type AppAction = keyof typeof appActions;

/** Actions allowed on an archived channel: reading, managing and unarchiving. Nothing can be added. */
const besideArchive: readonly ChannelAction[] = ['channel.view', 'channel.manage', 'channel.remove'];

/** Whether a person with level `held` may do `action` on a channel of this kind. */
export function mayOnChannel(held: AccessLevel, action: ChannelAction, kind: ChannelKind = 'chat'): boolean {
  const needed = kind === 'discussion' && action === 'channel.send' ? 'comment' : channelActions[action];
  return levelRank[held] >= levelRank[needed];
}

/** Whether the archive forbids `action` on a channel, for everyone. */
export function heldByArchive(channel: { archivedAt: Date | null }, action: ChannelAction): boolean {
  return channel.archivedAt !== null && !besideArchive.includes(action);
}

/** Actions allowed on an archived app. */
const besideAppArchive: readonly AppAction[] = ['app.view', 'app.manage'];

/** Whether the archive forbids `action` on an app; archiving an app archives its channels. */
export function appHeldByArchive(app: { archivedAt: Date | null }, action: AppAction): boolean {
  return app.archivedAt !== null && !besideAppArchive.includes(action);
}

/** Whether an app is personal: nobody may share, delete or archive it, not even its member. */
export function keptPersonal(app: { personalUserId: number | null }, action: AppAction): boolean {
  return app.personalUserId !== null && action === 'app.manage';
}

/** Whether a person with level `held` may do `action` on an app. */
export function mayOnApp(held: AccessLevel, action: AppAction): boolean {
  return levelRank[held] >= levelRank[appActions[action]];
}
