import { type Channel, MAX_CHANNEL_DEPTH, type MoveChannel } from '@tandem/shared/channel/schema';
import { ancestorsOf, type ChildIndex, subtreeOf, type Tree } from './tree.ts';

/** Where a dragged channel is dropped, relative to the row under the pointer. */
export type DropZone = 'before' | 'inside' | 'after';

type View = Pick<Tree, 'channels'> & { index: ChildIndex };

/** Siblings below a parent (null: the app's top), in order. */
export function siblingsAt({ index }: View, appId: string, parentId: string | null): readonly Channel[] {
  return index.get(parentId ?? appId) ?? [];
}

/** Levels of channels below a channel, itself included. */
function heightOf(index: ChildIndex, channelId: string): number {
  const below = index.get(channelId) ?? [];
  return 1 + below.reduce((highest, child) => Math.max(highest, heightOf(index, child.id)), 0);
}

/**
 * Whether a channel may be placed below a parent (null: the app's top level): not below itself, not too deep,
 * and only where its reader may change the tree. Moving to another app requires managing the channel.
 */
export function canNest(view: View, channelId: string, parentId: string | null, appId?: string): boolean {
  const channel = view.channels.get(channelId);
  if (!channel?.abilities.edit) return false;
  const to = appId ?? channel.appId;
  if (to !== channel.appId && !channel.abilities.manage) return false;
  if (parentId === null) return true;
  const parent = view.channels.get(parentId);
  if (!parent?.abilities.edit || parent.appId !== to) return false;
  if (subtreeOf(view.index, channelId).has(parentId)) return false;
  const depth = ancestorsOf(view.channels, parentId).length + 1;
  return depth + heightOf(view.index, channelId) <= MAX_CHANNEL_DEPTH;
}

/**
 * The move that letting `channelId` go at a zone of `target` (a channel, or an app by its id) means.
 * @returns null when it is not allowed or would change nothing
 */
export function moveByDrop(
  view: View,
  channelId: string,
  target: { kind: 'app' | 'channel'; id: string },
  zone: DropZone,
): MoveChannel | null {
  const channel = view.channels.get(channelId);
  if (!channel) return null;
  if (target.kind === 'app') return target.id === channel.appId ? moveInto(view, channelId, null) : null;
  const over = view.channels.get(target.id);
  if (!over || over.appId !== channel.appId || over.id === channelId) return null;
  if (zone === 'inside') return moveInto(view, channelId, over.id);
  const siblings = siblingsAt(view, over.appId, over.parentId).filter((other) => other.id !== channelId);
  const at = siblings.findIndex((other) => other.id === over.id) + (zone === 'after' ? 1 : 0);
  return checked(view, { channelId, parentId: over.parentId, afterId: siblings[at - 1]?.id ?? null });
}

/** Moves a channel to the end of a parent's children (null: the top level of its app, or of another). */
export function moveInto(
  view: View,
  channelId: string,
  parentId: string | null,
  appId?: string,
): MoveChannel | null {
  const channel = view.channels.get(channelId);
  if (!channel) return null;
  const to = appId ?? channel.appId;
  const siblings = siblingsAt(view, to, parentId).filter((other) => other.id !== channelId);
  const move = { channelId, parentId, afterId: siblings.at(-1)?.id ?? null };
  return checked(view, to === channel.appId ? move : { ...move, appId: to });
}

/** Moves a channel one place up or down among its siblings, or out of or into a neighbour. */
export function moveByKey(
  view: View,
  channelId: string,
  direction: 'up' | 'down' | 'out' | 'in',
): MoveChannel | null {
  const channel = view.channels.get(channelId);
  if (!channel) return null;
  const siblings = siblingsAt(view, channel.appId, channel.parentId);
  const at = siblings.findIndex((other) => other.id === channelId);
  const { parentId } = channel;
  if (direction === 'up')
    return at > 0 ? checked(view, { channelId, parentId, afterId: siblings[at - 2]?.id ?? null }) : null;
  if (direction === 'down') {
    const next = siblings[at + 1];
    return next ? checked(view, { channelId, parentId, afterId: next.id }) : null;
  }
  if (direction === 'in') {
    const previous = siblings[at - 1];
    return previous ? moveInto(view, channelId, previous.id) : null;
  }
  const parent = parentId === null ? undefined : view.channels.get(parentId);
  return parent ? checked(view, { channelId, parentId: parent.parentId, afterId: parent.id }) : null;
}

function checked(view: View, move: MoveChannel): MoveChannel | null {
  const channel = view.channels.get(move.channelId);
  if (!channel || !canNest(view, move.channelId, move.parentId, move.appId)) return null;
  const siblings = siblingsAt(view, move.appId ?? channel.appId, move.parentId);
  const at = siblings.findIndex((other) => other.id === channel.id);
  const stays = at >= 0 && (siblings[at - 1]?.id ?? null) === move.afterId;
  return stays ? null : move;
}

/**
 * The channel after a move, with its descendants, for showing it at once. Real keys have no `!`, which sorts
 * before all their digits: the temporary key falls right behind its neighbour's until the server's arrives.
 */
export function movedLocally(view: View, { channelId, parentId, afterId, ...to }: MoveChannel): Channel[] {
  const channel = view.channels.get(channelId);
  if (!channel) return [];
  const { appId = channel.appId } = to;
  const after = afterId === null ? undefined : view.channels.get(afterId);
  const moved = { ...channel, appId, parentId, sort: `${after?.sort ?? ''}!` };
  if (appId === channel.appId) return [moved];
  const below = [...subtreeOf(view.index, channelId)].flatMap((id) => view.channels.get(id) ?? []);
  return [moved, ...below.filter(({ id }) => id !== channelId).map((each) => ({ ...each, appId }))];
}
