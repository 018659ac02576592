import type { Channel } from '@tandem/shared/channel/schema';
import type { MeLiveEvent, TeamLiveEvent } from '@tandem/shared/live/events';
import { create } from 'zustand';
import {
  applyTreeChange,
  applyTreeEvent,
  applyUnread,
  type ChildIndex,
  emptyTree,
  indexChildren,
  type Tree,
  type TreeChange,
} from './tree.ts';

/** `loading` until the whole tree was seen once. */
export type WorkspacePhase = 'loading' | 'ready' | 'failed';

interface WorkspaceState {
  phase: WorkspacePhase;
  tree: Tree;
  index: ChildIndex;
  /** The open channel: new messages in it count as read. */
  openChannelId: string | null;
}

const initial: WorkspaceState = { phase: 'loading', tree: emptyTree, index: new Map(), openChannelId: null };

/** Everything the reader sees of their team: spaces, apps and channels, kept up to date by `live.team`. */
export const useWorkspace = create<WorkspaceState>(() => initial);

function show(tree: Tree, phase?: WorkspacePhase): void {
  const held = useWorkspace.getState();
  useWorkspace.setState({
    tree,
    index: tree.channels === held.tree.channels ? held.index : indexChildren(tree.channels),
    ...(phase && { phase }),
  });
}

/** Forgets everything: another person or another team. */
export function resetWorkspace(): void {
  useWorkspace.setState(initial);
}

/** Applies news of the tree. The first event holds all of it. */
export function applyTree(event: TeamLiveEvent): void {
  const { tree, phase } = useWorkspace.getState();
  show(applyTreeEvent(tree, event), event.reset ? 'ready' : phase === 'failed' ? 'ready' : phase);
}

/**
 * Applies the response to a mutation, which the event about the same change may have overtaken.
 * @param at the revision of a removal; the tree's own if the response does not say
 */
export function applyAnswer(change: TreeChange, at = useWorkspace.getState().tree.revision): void {
  show(applyTreeChange(useWorkspace.getState().tree, change, at));
}

/** Applies unread counts. The channel in front of the reader counts as read. */
export function applyUnreadEvent({ channels }: Extract<MeLiveEvent, { type: 'unread' }>): void {
  const { tree, openChannelId } = useWorkspace.getState();
  const readId = document.visibilityState === 'visible' ? openChannelId : null;
  const counts = [...channels];
  show(
    counts.reduce(
      (shown, [id, { unread, activeAt }]) => applyUnread(shown, id, id === readId ? 0 : unread, activeAt),
      tree,
    ),
  );
}

/** Applies a pin that was set or taken away in another tab. */
export function applyPinEvent({ channelId, pinned }: Extract<MeLiveEvent, { type: 'pin' }>): void {
  const channel = useWorkspace.getState().tree.channels.get(channelId);
  if (channel && channel.pinned !== pinned) replaceChannels([{ ...channel, pinned }]);
}

/** Shows a channel's unread count, as its reader has just set it. */
export function showUnread(channelId: string, unread: number): void {
  show(applyUnread(useWorkspace.getState().tree, channelId, unread));
}

/** Counts a channel as read before the server confirms it. */
export function showRead(channelId: string): void {
  const { tree } = useWorkspace.getState();
  if ((tree.unread.get(channelId) ?? 0) > 0) show(applyUnread(tree, channelId, 0));
}

/**
 * Shows changed channels before the server has responded.
 * @returns a function that reverts them, unless something newer arrived meanwhile
 */
export function showOptimistically(channels: readonly Channel[]): () => void {
  const before = useWorkspace.getState().tree.channels;
  replaceChannels(channels);
  return () => {
    const now = useWorkspace.getState().tree.channels;
    const undone = channels.flatMap((channel) => {
      const original = before.get(channel.id);
      return original && now.get(channel.id) === channel ? [original] : [];
    });
    replaceChannels(undone);
  };
}

/**
 * Hides channels before the server has removed them.
 * @returns puts them back
 */
export function hideOptimistically(ids: ReadonlySet<string>): () => void {
  const { tree } = useWorkspace.getState();
  const hidden = [...ids].flatMap((id) => tree.channels.get(id) ?? []);
  const channels = new Map(tree.channels);
  for (const id of ids) channels.delete(id);
  show({ ...tree, channels });
  return () => replaceChannels(hidden);
}

/** A response that changes the tree; a removal carries its revision. */
type TreeAnswer = TreeChange & { treeRevision?: number };

/**
 * Applies the response of a call. If the call fails, which it shows itself, the optimistic change is
 * reverted.
 * @param undo the function returned by `showOptimistically` or `hideOptimistically`
 * @returns the call's error, if it failed
 */
export async function settle(
  call: Promise<TreeAnswer>,
  undo: () => void = () => {},
): Promise<{ done: true } | { done: false; error: unknown }> {
  try {
    const { treeRevision, ...change } = await call;
    applyAnswer(change, treeRevision);
    return { done: true };
  } catch (error) {
    undo();
    return { done: false, error };
  }
}

function replaceChannels(channels: readonly Channel[]): void {
  const { tree } = useWorkspace.getState();
  if (channels.length === 0) return;
  const next = new Map(tree.channels);
  for (const channel of channels) next.set(channel.id, channel);
  show({ ...tree, channels: next });
}
