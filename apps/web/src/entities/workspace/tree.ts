import type { App } from '@tandem/shared/app/schema';
import type { Channel } from '@tandem/shared/channel/schema';
import type { TeamLiveEvent } from '@tandem/shared/live/events';
import { byName } from '../../lib/names.ts';

export type SpaceNode = TeamLiveEvent['spaces'][number];

/** The reader's own view of a team's spaces, apps and channels. Maps are replaced when they change. */
export interface Tree {
  revision: number;
  spaces: ReadonlyMap<string, SpaceNode>;
  apps: ReadonlyMap<string, App>;
  channels: ReadonlyMap<string, Channel>;
  /** Unread messages by channel; apart from the channels, because it moves far more often than they do. */
  unread: ReadonlyMap<string, number>;
  /** Revision at which a node was lost, so that a late copy does not bring it back. */
  removedAt: ReadonlyMap<string, number>;
}

export const emptyTree: Tree = {
  revision: 0,
  spaces: new Map(),
  apps: new Map(),
  channels: new Map(),
  unread: new Map(),
  removedAt: new Map(),
};

/** Nodes that changed together, from an event or a mutation's answer. */
export interface TreeChange {
  spaces?: readonly SpaceNode[];
  apps?: readonly App[];
  channels?: readonly Channel[];
  removed?: readonly string[];
}

/** Applies what `live.team` sends; a reset replaces the whole tree. */
export function applyTreeEvent(tree: Tree, event: TeamLiveEvent): Tree {
  const revision = event.reset ? event.treeRevision : Math.max(tree.revision, event.treeRevision);
  const base = event.reset ? { ...emptyTree, removedAt: keepNewer(tree, event.treeRevision) } : tree;
  return applyTreeChange({ ...base, revision }, event, event.treeRevision);
}

/** After a reset only removals that are newer than it still count. */
function keepNewer(tree: Tree, revision: number): Map<string, number> {
  return new Map([...tree.removedAt].filter(([, at]) => at > revision));
}

/**
 * Upserts and removes nodes, each guarded by its revision. A mutation's answer and the event that tells the same
 * may come in either order.
 * @param at tree revision at which `removed` were lost
 */
export function applyTreeChange(tree: Tree, change: TreeChange, at: number): Tree {
  const removed = change.removed ?? [];
  const removedAt = new Map(tree.removedAt);
  for (const id of removed) removedAt.set(id, Math.max(at, removedAt.get(id) ?? 0));
  const next = {
    ...tree,
    removedAt,
    spaces: merge(tree.spaces, change.spaces ?? [], removed, at, removedAt),
    apps: merge(tree.apps, change.apps ?? [], removed, at, removedAt),
    channels: merge(tree.channels, change.channels ?? [], removed, at, removedAt),
  };
  const taken = (change.channels ?? []).filter((channel) => next.channels.get(channel.id) === channel);
  return taken.length > 0 || removed.length > 0 ? { ...next, unread: countUnread(next, taken) } : next;
}

function countUnread(tree: Tree, taken: readonly Channel[]): Map<string, number> {
  const unread = new Map(tree.unread);
  for (const channel of taken) unread.set(channel.id, channel.unread);
  for (const id of unread.keys()) if (!tree.channels.has(id)) unread.delete(id);
  return unread;
}

interface Revised {
  id: string;
  revision: number;
}

function merge<T extends Revised>(
  held: ReadonlyMap<string, T>,
  incoming: readonly T[],
  removed: readonly string[],
  at: number,
  removedAt: ReadonlyMap<string, number>,
): ReadonlyMap<string, T> {
  const next = new Map(held);
  let changed = false;
  for (const id of removed) {
    const node = next.get(id);
    if (node && node.revision <= at) changed = next.delete(id) || changed;
  }
  for (const node of incoming) {
    const before = next.get(node.id);
    if (before ? node.revision < before.revision : node.revision <= (removedAt.get(node.id) ?? -1)) continue;
    next.set(node.id, node);
    changed = true;
  }
  return changed ? next : held;
}

/** Sets the unread count of one channel. */
export function applyUnread(tree: Tree, channelId: string, unread: number, activeAt?: Date): Tree {
  const channel = tree.channels.get(channelId);
  if (!channel) return tree;
  const moved = activeAt && activeAt.getTime() > channel.activeAt.getTime();
  return {
    ...tree,
    unread: new Map(tree.unread).set(channelId, unread),
    channels: moved ? new Map(tree.channels).set(channelId, { ...channel, activeAt }) : tree.channels,
  };
}

/** Order of siblings: by their fractional index, then by id where two were made at the same moment. */
export function bySort(a: { sort: string; id: string }, b: { sort: string; id: string }): number {
  if (a.sort !== b.sort) return a.sort < b.sort ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Order of the apps of a space: the reader's own first, which nobody else has among theirs. */
export function byOwn(a: App, b: App): number {
  return Number(b.personal) - Number(a.personal) || bySort(a, b);
}

/** Key of a node's children: a channel's id, or an app's for its top-level channels. */
export type ChildIndex = ReadonlyMap<string, readonly Channel[]>;

/**
 * Children of every channel and app, in order, without archived ones. A channel whose parent is unknown is
 * listed at its app's top level.
 */
export function indexChildren(channels: Tree['channels']): ChildIndex {
  const index = new Map<string, Channel[]>();
  for (const channel of channels.values()) {
    if (channel.archivedAt !== null) continue;
    const parent = channel.parentId !== null && channels.has(channel.parentId) ? channel.parentId : null;
    const key = parent ?? channel.appId;
    const siblings = index.get(key);
    if (siblings) siblings.push(channel);
    else index.set(key, [channel]);
  }
  for (const siblings of index.values()) siblings.sort(bySort);
  return index;
}

/** Key of the list of channels shared with the reader without their app or parent. */
export const SHARED = 'shared';

/** Whether the reader does not see the app or channel above a channel. */
function isShared({ channels, apps }: Pick<Tree, 'channels' | 'apps'>, channel: Channel): boolean {
  return channel.parentId === null ? !apps.has(channel.appId) : !channels.has(channel.parentId);
}

/** Channels shared with the reader without their app or parent, by name; archived ones are left out. */
export function sharedRoots(tree: Pick<Tree, 'channels' | 'apps'>, language?: string): Channel[] {
  return [...tree.channels.values()]
    .filter((channel) => channel.archivedAt === null && isShared(tree, channel))
    .sort(byName(language));
}

/** An app's archived channels, without those that went there below another one; the latest first. */
export function archivedOf(channels: Tree['channels'], appId: string): Channel[] {
  const isArchived = (id: string | null) => id !== null && channels.get(id)?.archivedAt != null;
  return [...channels.values()]
    .filter((each) => each.appId === appId && isArchived(each.id) && !isArchived(each.parentId))
    .sort((a, b) => (b.archivedAt?.getTime() ?? 0) - (a.archivedAt?.getTime() ?? 0));
}

/** The number of archived channels per app, without those archived below another one. */
export function countArchived(channels: Tree['channels']): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { archivedAt, appId, parentId } of channels.values()) {
    if (archivedAt === null || (parentId !== null && channels.get(parentId)?.archivedAt)) continue;
    counts.set(appId, (counts.get(appId) ?? 0) + 1);
  }
  return counts;
}

/** The channel's ancestors, nearest first. */
export function ancestorsOf(channels: Tree['channels'], channelId: string): Channel[] {
  const path: Channel[] = [];
  let parentId = channels.get(channelId)?.parentId ?? null;
  while (parentId !== null && path.length < channels.size) {
    const parent = channels.get(parentId);
    if (!parent) break;
    path.push(parent);
    parentId = parent.parentId;
  }
  return path;
}

/** Ids of a channel and everything below it. */
export function subtreeOf(index: ChildIndex, channelId: string): Set<string> {
  const ids = new Set([channelId]);
  const open = [channelId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const child of index.get(id) ?? []) {
      if (ids.has(child.id)) continue;
      ids.add(child.id);
      open.push(child.id);
    }
  }
  return ids;
}

/**
 * The number of the reader's mentions in each channel, and below each channel and app.
 * @param waiting the channels of unread mentions, one entry per mention
 */
export function countMentions(
  channels: Tree['channels'],
  waiting: Iterable<string>,
): Record<'own' | 'below', Map<string, number>> {
  const own = new Map<string, number>();
  const below = new Map<string, number>();
  const add = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const id of waiting) {
    const channel = channels.get(id);
    if (!channel || channel.archivedAt !== null) continue;
    add(own, id);
    add(below, channel.appId);
    for (const ancestor of ancestorsOf(channels, id)) add(below, ancestor.id);
  }
  return { own, below };
}

/** Ids of the apps and channels that hold something unread below themselves. */
export function holdersOfUnread({ channels, unread }: Pick<Tree, 'channels' | 'unread'>): Set<string> {
  const holders = new Set<string>();
  for (const [id, count] of unread) {
    const channel = channels.get(id);
    if (count === 0 || !channel || channel.archivedAt !== null) continue;
    holders.add(channel.appId);
    for (const ancestor of ancestorsOf(channels, id)) holders.add(ancestor.id);
  }
  return holders;
}
