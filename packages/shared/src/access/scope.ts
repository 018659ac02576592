import type { AppVisibility, ChannelVisibility } from './permissions.ts';

/** Access to a node of an app's tree: where grants apply, and the resulting team default. */
export interface Scope {
  /** Ids of nodes whose grants give access to this one. */
  accessPath: string[];
  /** Rank that every member has; 0 when only grants count. */
  teamLevel: number;
}

/** Returns the scope of an app's top channels. */
export function scopeOfApp(app: { id: string; visibility: AppVisibility; level: number }): Scope {
  return { accessPath: [app.id], teamLevel: app.visibility === 'team' ? app.level : 0 };
}

/**
 * Returns the scope of a channel below `parent` (a channel's scope, or the app's for the top). A private node
 * ends the path and the team default; elsewhere a permission may raise the inherited one, never lower it.
 */
export function scopeOfChannel(
  channel: { id: string; visibility: ChannelVisibility; level: number | null },
  parent: Scope,
): Scope {
  if (channel.visibility === 'private') return { accessPath: [channel.id], teamLevel: 0 };
  const open = channel.visibility === 'team' || parent.teamLevel > 0;
  return {
    accessPath: [channel.id, ...parent.accessPath],
    teamLevel: open ? Math.max(channel.level ?? 0, parent.teamLevel) : 0,
  };
}
