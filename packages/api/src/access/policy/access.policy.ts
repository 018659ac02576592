import { type AccessLevel, levelOf, levelRank, type Permission } from '@tandem/shared/access/permissions';
import type { ChannelKind } from '@tandem/shared/channel/schema';
import type { TeamRole } from '@tandem/shared/team/schema';

/** What a person is in the team that owns a row; null when they are no member. */
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
 * A person's level: the highest of the team default (never for guests) and their grants on the path. Who is
 * suspended or no member has nothing. `levelFor` in `access.fragments.ts` says the same in SQL.
 */
export function heldLevel({ standing, teamLevel, grants }: ReachFacts): AccessLevel {
  if (standing === null || standing.suspended) return 'none';
  return levelOf(Math.max(standing.role === 'guest' ? 0 : teamLevel, 0, ...grants));
}

/**
 * Level that each action on a channel asks for. Who only comments may not send to a chat, but may to a discussion;
 * to have an assistant answer takes `channel.ask` everywhere.
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

/** Level that each action on an app asks for. */
export const appActions = {
  'app.view': 'view',
  'app.createChannel': 'edit',
  'app.edit': 'edit',
  'app.manage': 'manage',
} as const satisfies Record<string, Permission>;
export type AppAction = keyof typeof appActions;

/** What can be done to a channel of the archive: it is read, managed and taken out again, and nothing is added. */
const besideArchive: readonly ChannelAction[] = ['channel.view', 'channel.manage', 'channel.remove'];

/** Whether the holder of `held` may do `action` on a channel of this kind. */
export function mayOnChannel(held: AccessLevel, action: ChannelAction, kind: ChannelKind = 'chat'): boolean {
  const needed = kind === 'discussion' && action === 'channel.send' ? 'comment' : channelActions[action];
  return levelRank[held] >= levelRank[needed];
}

/** Whether the archive keeps a channel from `action`, whoever does it. */
export function heldByArchive(channel: { archivedAt: Date | null }, action: ChannelAction): boolean {
  return channel.archivedAt !== null && !besideArchive.includes(action);
}

/** What can be done to an app of the archive. */
const besideAppArchive: readonly AppAction[] = ['app.view', 'app.manage'];

/** The same for an app: what is in it went to the archive with it. */
export function appHeldByArchive(app: { archivedAt: Date | null }, action: AppAction): boolean {
  return app.archivedAt !== null && !besideAppArchive.includes(action);
}

/** Whether an app is a member's own: nobody shares, deletes or archives it, the member neither. */
export function keptPersonal(app: { personalUserId: number | null }, action: AppAction): boolean {
  return app.personalUserId !== null && action === 'app.manage';
}

/** Whether the holder of `held` may do `action`. */
export function mayOnApp(held: AccessLevel, action: AppAction): boolean {
  return levelRank[held] >= levelRank[appActions[action]];
}
