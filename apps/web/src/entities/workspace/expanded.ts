import { useEffect } from 'react';
import * as z from 'zod';
import { create } from 'zustand';
import { personalKey } from '../../lib/personal.ts';
import { useSession } from '../../lib/session/session.ts';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { ancestorsOf, SHARED, type Tree } from './tree.ts';

const keyOf = (userId?: number) => personalKey('sidebar', 'expanded', userId);
/** With more apps than this, their channels are shown only where someone opened them. */
const FEW_APPS = 3;

/** Most stored choices; the oldest are dropped first. */
const MOST = 2_000;

const storedSchema = z.record(z.string(), z.boolean()).catch({});

/** Which nodes people expanded and collapsed in the tree; others use a default. */
export const useExpanded = create<{
  chosen: Readonly<Record<string, boolean>>;
  /** The person whose choices these are; 0 before they are loaded. */
  userId: number;
}>(() => ({ chosen: {}, userId: 0 }));

/** Loads the stored expansion of the tree. */
export function useStoredExpansion(): void {
  const userId = useSession(({ user }) => user.id);
  useEffect(() => {
    const before = useExpanded.getState();
    if (before.userId === userId) return;
    if (before.userId !== 0) useExpanded.setState({ chosen: {} });
    void readStored(keyOf(userId), {}).then((stored) => {
      const { chosen } = useExpanded.getState();
      useExpanded.setState({ chosen: { ...storedSchema.parse(stored), ...chosen }, userId });
    });
  }, [userId]);
}

export function setExpanded(ids: readonly string[], expanded: boolean): void {
  const { chosen } = useExpanded.getState();
  if (ids.every((id) => chosen[id] === expanded)) return;
  const next = withChoices(chosen, ids, expanded);
  useExpanded.setState({ chosen: next });
  void writeStored(keyOf(), next);
}

/** The choices with newer ones behind them, without the oldest where they are too many: nodes go, and nobody says so. */
export function withChoices(
  chosen: Readonly<Record<string, boolean>>,
  ids: readonly string[],
  expanded: boolean,
  most = MOST,
): Record<string, boolean> {
  const choices = new Map(Object.entries(chosen));
  for (const id of ids) {
    choices.delete(id);
    choices.set(id, expanded);
  }
  return Object.fromEntries([...choices].slice(-most));
}

/** Whether a node is open: as someone chose, else spaces always, apps where there are few, channels never. */
export function isExpanded(
  chosen: Readonly<Record<string, boolean>>,
  appCount: number,
  id: string,
  kind: 'space' | 'app' | 'channel',
): boolean {
  return chosen[id] ?? (kind === 'space' || (kind === 'app' && appCount <= FEW_APPS));
}

/** Opens everything above a channel, so that it can be seen in the tree. */
export function reveal(tree: Tree, channelId: string): void {
  const channel = tree.channels.get(channelId);
  if (!channel) return;
  const above = ancestorsOf(tree.channels, channelId).map((ancestor) => ancestor.id);
  const spaceId = tree.apps.get(channel.appId)?.spaceId;
  // Without its app it is listed under the shared channels.
  setExpanded([...above, channel.appId, spaceId ?? SHARED], true);
}
