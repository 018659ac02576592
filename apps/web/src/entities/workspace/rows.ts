import type { App } from '@tandem/shared/app/schema';
import type { Channel } from '@tandem/shared/channel/schema';
import { byOwn, bySort, type ChildIndex, SHARED, type SpaceNode, type Tree } from './tree.ts';

/** A visible line of the sidebar's tree, with what assistive technology must know of its place. */
export type Row = Place &
  (
    | { kind: 'space'; node: SpaceNode }
    | { kind: 'app'; node: App }
    | { kind: 'channel'; node: Channel }
    | { kind: 'empty'; node: SpaceNode | App }
    | { kind: 'archived'; node: App; count: number }
    | { kind: 'shared'; node: { id: typeof SHARED; name: '' } }
  );

/** A row for something that can be opened, renamed and moved. */
export type NodeRow = Exclude<Row, { kind: 'empty' | 'archived' | 'shared' }>;

export function hasMenu(row: Row): row is NodeRow {
  return row.kind !== 'empty' && row.kind !== 'archived' && row.kind !== 'shared';
}

interface Place {
  /** Names the row among all: its node's id, or that of an empty space or app with a mark. */
  key: string;
  parentKey: string | null;
  /** Counts from 1. */
  level: number;
  position: number;
  setSize: number;
  expandable: boolean;
  expanded: boolean;
}

/** The tree as a flat list of the rows that are open to view; a closed node's children cost nothing. */
export function rowsOf(
  tree: Pick<Tree, 'spaces' | 'apps'>,
  index: ChildIndex,
  isExpanded: (id: string, kind: 'space' | 'app' | 'channel') => boolean,
  archived: ReadonlyMap<string, number> = new Map(),
  shared: readonly Channel[] = [],
): Row[] {
  const rows: Row[] = [];
  const appsBySpace = Map.groupBy([...tree.apps.values()].sort(byOwn), (app) => app.spaceId);
  const spaces = [...tree.spaces.values()].sort(bySort);
  const strays = new Set(shared);
  const groups = spaces.length + (shared.length > 0 ? 1 : 0);

  const addChannels = (channels: readonly Channel[], parentKey: string, level: number) => {
    channels.forEach((channel, i) => {
      const below = index.get(channel.id) ?? [];
      const expanded = below.length > 0 && isExpanded(channel.id, 'channel');
      rows.push({
        kind: 'channel',
        node: channel,
        key: channel.id,
        parentKey,
        level,
        position: i + 1,
        setSize: channels.length,
        expandable: below.length > 0,
        expanded,
      });
      if (expanded) addChannels(below, channel.id, level + 1);
    });
  };

  spaces.forEach((space, s) => {
    const apps = appsBySpace.get(space.id) ?? [];
    const open = isExpanded(space.id, 'space');
    rows.push({
      kind: 'space',
      node: space,
      key: space.id,
      parentKey: null,
      level: 1,
      position: s + 1,
      setSize: groups,
      expandable: true,
      expanded: open,
    });
    if (!open) return;
    apps.forEach((app, a) => {
      const expanded = isExpanded(app.id, 'app');
      const place = { parentKey: space.id, level: 2, position: a + 1, setSize: apps.length };
      rows.push({ kind: 'app', node: app, key: app.id, ...place, expandable: true, expanded });
      if (!expanded) return;
      const top = (index.get(app.id) ?? []).filter((channel) => !strays.has(channel));
      if (top.length > 0) addChannels(top, app.id, 3);
      else rows.push(emptyRow(app, 3));
      const count = archived.get(app.id) ?? 0;
      if (count > 0) rows.push(archivedRow(app, count, top.length + 1));
    });
    if (apps.length === 0) rows.push(emptyRow(space, 2));
  });
  if (shared.length > 0) {
    const expanded = isExpanded(SHARED, 'space');
    rows.push({
      kind: 'shared',
      node: { id: SHARED, name: '' },
      key: SHARED,
      parentKey: null,
      level: 1,
      position: groups,
      setSize: groups,
      expandable: true,
      expanded,
    });
    if (expanded) addChannels(shared, SHARED, 2);
  }
  return rows;
}

/** Row that links to the archive of an app. */
function archivedRow(app: App, count: number, position: number): Row {
  return {
    kind: 'archived',
    node: app,
    count,
    key: `${app.id}:archived`,
    parentKey: app.id,
    level: 3,
    position,
    setSize: position,
    expandable: false,
    expanded: false,
  };
}

/** Row that says that a space or app is empty. */
function emptyRow(node: SpaceNode | App, level: number): Row {
  return {
    kind: 'empty',
    node,
    key: `${node.id}:empty`,
    parentKey: node.id,
    level,
    position: 1,
    setSize: 1,
    expandable: false,
    expanded: false,
  };
}
