import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMentions } from '../../entities/notice/mentions.ts';
import { isExpanded, useExpanded } from '../../entities/workspace/expanded.ts';
import { type Row, rowsOf } from '../../entities/workspace/rows.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import {
  countArchived,
  countMentions,
  holdersOfUnread,
  SHARED,
  sharedRoots,
} from '../../entities/workspace/tree.ts';

interface Rows {
  rows: Row[];
  /** Index of each row by its key. */
  at: ReadonlyMap<string, number>;
}

/** The rows of the tree that are open to view. */
export function useRows(): Rows {
  const spaces = useWorkspace((state) => state.tree.spaces);
  const apps = useWorkspace((state) => state.tree.apps);
  const index = useWorkspace((state) => state.index);
  const channels = useWorkspace((state) => state.tree.channels);
  const chosen = useExpanded((state) => state.chosen);
  const { i18n } = useTranslation();
  const archived = useMemo(() => countArchived(channels), [channels]);
  const shared = useMemo(
    () => sharedRoots({ channels, apps }, i18n.language),
    [channels, apps, i18n.language],
  );
  return useMemo(() => {
    const rows = rowsOf(
      { spaces, apps },
      index,
      (id, kind) => isExpanded(chosen, apps.size, id, kind),
      archived,
      shared,
    );
    return { rows, at: new Map(rows.map((row, position) => [row.key, position])) };
  }, [spaces, apps, index, chosen, archived, shared]);
}

/** Whether the tree has channels under the heading "Shared". */
export function useHasShared(): boolean {
  const channels = useWorkspace((state) => state.tree.channels);
  const apps = useWorkspace((state) => state.tree.apps);
  return useMemo(() => sharedRoots({ channels, apps }).length > 0, [channels, apps]);
}

/** Ids of apps and channels with something unread below them, and the key of the shared channels. */
export function useHoldersOfUnread(): ReadonlySet<string> {
  const channels = useWorkspace((state) => state.tree.channels);
  const unread = useWorkspace((state) => state.tree.unread);
  const apps = useWorkspace((state) => state.tree.apps);
  return useMemo(() => {
    const holders = holdersOfUnread({ channels, unread });
    const isNew = ({ id }: { id: string }) => holders.has(id) || (unread.get(id) ?? 0) > 0;
    return sharedRoots({ channels, apps }).some(isNew) ? new Set([...holders, SHARED]) : holders;
  }, [channels, apps, unread]);
}

/** The number of the reader's mentions by channel, and below each channel, app and the shared heading. */
export function useMentionCounts(): ReturnType<typeof countMentions> {
  const channels = useWorkspace((state) => state.tree.channels);
  const apps = useWorkspace((state) => state.tree.apps);
  const waiting = useMentions((state) => state.waiting);
  return useMemo(() => {
    const counts = countMentions(channels, waiting.values());
    const shared = sharedRoots({ channels, apps }).flatMap(({ id }) => [
      counts.own.get(id),
      counts.below.get(id),
    ]);
    counts.below.set(
      SHARED,
      shared.reduce((sum: number, count) => sum + (count ?? 0), 0),
    );
    return counts;
  }, [channels, apps, waiting]);
}
