import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { moveChannel, renameApp, renameChannel, renameSpace } from '../../entities/workspace/actions.ts';
import { type TreeActions, TreeActionsContext } from '../../entities/workspace/context.ts';
import { reveal, setExpanded, useStoredExpansion } from '../../entities/workspace/expanded.ts';
import { type DropZone, moveByDrop, moveByKey } from '../../entities/workspace/move.ts';
import { pathOf, SHARED_PATH } from '../../entities/workspace/path.ts';
import { hasMenu, type Row } from '../../entities/workspace/rows.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { loadSpelling } from '../../lib/spelling.ts';
import { openDialog } from './dialogs/dialog.ts';
import { asksForSpelling, readTreeKey } from './keyboard.ts';
import { TreeMenu } from './menus/TreeMenu.tsx';
import { useChannelActions } from './menus/use-channel-actions.ts';
import classes from './Tree.module.css';
import { TreeRow } from './TreeRow.tsx';
import { useHoldersOfUnread, useMentionCounts, useRows } from './use-rows.ts';

interface TreeProps {
  /** The app or channel that is on the screen. */
  activeId: string | null;
  /** Called when something was opened, for a drawer to close. */
  onOpened(): void;
}

/** Spaces, apps and channels as one tree; only the rows in view exist as elements. */
export function Tree({ activeId, onOpened }: TreeProps) {
  const { t } = useTranslation('workspace');
  const navigate = useNavigate();
  useStoredExpansion();
  const { rows, at } = useRows();
  const holders = useHoldersOfUnread();
  const mentions = useMentionCounts();
  const unread = useWorkspace((state) => state.tree.unread);
  const phase = useWorkspace((state) => state.phase);
  const [focused, setFocused] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ key: string; x: number; y: number; onlyMakes?: boolean } | null>(null);
  const { remove } = useChannelActions();
  const viewport = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);

  // The handlers below are stable, so that rows do not render again; they read the current values here.
  const now = useRef({ rows, at, dragged, activeId, onOpened });
  useLayoutEffect(() => {
    now.current = { rows, at, dragged, activeId, onOpened };
  });
  const rowOf = useCallback((key: string): Row | undefined => {
    const position = now.current.at.get(key);
    return position === undefined ? undefined : now.current.rows[position];
  }, []);
  const go = useCallback(
    (path: string) => {
      void navigate(path);
      now.current.onOpened();
    },
    [navigate],
  );

  const moveOf = useCallback(
    (key: string, zone: DropZone) => {
      const target = rowOf(key);
      const { tree, index } = useWorkspace.getState();
      if (!now.current.dragged || (target?.kind !== 'app' && target?.kind !== 'channel')) return null;
      const view = { channels: tree.channels, index };
      return moveByDrop(view, now.current.dragged, { kind: target.kind, id: target.node.id }, zone);
    },
    [rowOf],
  );

  const actions = useMemo<TreeActions>(
    () => ({
      open(key) {
        const row = rowOf(key);
        if (row?.kind === 'app') go(pathOf.app(row.node));
        else if (row?.kind === 'channel') go(pathOf.channel(row.node));
        else if (row?.kind === 'space') setExpanded([key], !row.expanded);
        else if (row?.kind === 'shared') go(SHARED_PATH);
        else if (row?.kind === 'archived') openDialog({ kind: 'archived', appId: row.node.id });
      },
      toggle: (key, expanded) => setExpanded([key], expanded),
      rename(key, name) {
        setRenaming(null);
        viewport.current?.focus({ preventScroll: true });
        const row = rowOf(key);
        if (row?.kind === 'channel') void renameChannel(key, name);
        else if (row?.kind === 'app') void renameApp(key, name);
        else if (row?.kind === 'space') void renameSpace(key, name);
      },
      cancelRename() {
        setRenaming(null);
        viewport.current?.focus({ preventScroll: true });
      },
      openMenu: (key, point) => setMenu({ key, ...point }),
      dragStart: setDragged,
      dragOver: (key, zone) => moveOf(key, zone) !== null,
      drop(key, zone) {
        const move = moveOf(key, zone);
        setDragged(null);
        if (!move) return;
        if (move.parentId) setExpanded([move.parentId], true);
        void moveChannel(move);
      },
      dragEnd: () => setDragged(null),
    }),
    [rowOf, go, moveOf],
  );

  // Show the open channel in the tree, once it is known.
  useEffect(() => {
    if (activeId && phase === 'ready') reveal(useWorkspace.getState().tree, activeId);
  }, [activeId, phase]);
  // Tabbing back into the tree starts at the row that is open by then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another row is opened
  useEffect(() => {
    if (!viewport.current?.contains(document.activeElement)) setFocused(null);
  }, [activeId]);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const position = activeId === null ? undefined : at.get(activeId);
    if (position === undefined || shown.current === activeId) return;
    shown.current = activeId;
    list.current?.scrollToIndex(position, { align: 'nearest' });
  }, [activeId, at]);

  const focusOn = (key: string) => {
    setFocused(key);
    const position = at.get(key);
    if (position !== undefined) list.current?.scrollToIndex(position, { align: 'nearest' });
  };

  /** Keys act on the row that was pressed or has the focus. @returns whether it is one */
  const pointAt = (target: EventTarget): boolean => {
    const item = target instanceof Element ? target.closest('[role=treeitem]') : null;
    const row = item && rows.find(({ key }) => idOf(key) === item.id);
    if (row) setFocused(row.key);
    return Boolean(row);
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (asksForSpelling(rows, event)) {
      event.preventDefault();
      void loadSpelling().then((fit) => {
        const found = readTreeKey(rows, focused, event, fit);
        if (found) focusOn(found.key);
      });
      return;
    }
    const meant = readTreeKey(rows, focused, event);
    if (!meant) return;
    event.preventDefault();
    const row = rowOf(meant.key);
    if (meant.kind === 'focus') focusOn(meant.key);
    else if (meant.kind === 'expand' || meant.kind === 'collapse')
      setExpanded([meant.key], meant.kind === 'expand');
    else if (meant.kind === 'open') actions.open(meant.key);
    else if (meant.kind === 'rename') {
      if (row && mayRename(row)) setRenaming(meant.key);
    } else if (meant.kind === 'remove') remove(meant.key);
    else if (meant.kind === 'menu') {
      const box = document.getElementById(idOf(meant.key))?.getBoundingClientRect();
      if (box) setMenu({ key: meant.key, x: box.left + 32, y: box.bottom });
    } else if (meant.kind === 'move') {
      const { tree, index } = useWorkspace.getState();
      const move = moveByKey({ channels: tree.channels, index }, meant.key, meant.direction);
      if (move?.parentId) setExpanded([move.parentId], true);
      if (move) void moveChannel(move);
    }
  };

  const keep = useMemo(
    () => [focused, dragged, renaming].flatMap((key) => (key === null ? [] : (at.get(key) ?? []))),
    [focused, dragged, renaming, at],
  );
  const menuRow = menu === null ? undefined : rowOf(menu.key);

  return (
    <TreeActionsContext value={actions}>
      <div
        ref={viewport}
        className={classes.viewport}
        role="tree"
        tabIndex={0}
        aria-label={t('tree.label')}
        {...(focused !== null && { 'aria-activedescendant': idOf(focused) })}
        onKeyDown={onKeyDown}
        onPointerDown={({ target }) => pointAt(target)}
        onFocus={({ target }) => {
          if (!pointAt(target) && (focused === null || !at.has(focused)))
            setFocused(activeId && at.has(activeId) ? activeId : (rows[0]?.key ?? null));
        }}
      >
        <Virtualizer ref={list} scrollRef={viewport} itemSize={30} keepMounted={keep} data={rows}>
          {(row) => (
            <TreeRow
              key={row.key}
              id={idOf(row.key)}
              row={row}
              active={row.key === activeId}
              focused={row.key === focused}
              renaming={row.key === renaming}
              dragged={row.key === dragged}
              mentions={
                (row.key === activeId ? 0 : (mentions.own.get(row.key) ?? 0)) +
                (row.expanded ? 0 : (mentions.below.get(row.key) ?? 0))
              }
              unread={
                ((unread.get(row.key) ?? 0) > 0 && row.key !== activeId) ||
                (!row.expanded && holders.has(row.key))
              }
            />
          )}
        </Virtualizer>
      </div>
      {menu && menuRow && hasMenu(menuRow) && (
        <TreeMenu
          row={menuRow}
          x={menu.x}
          y={menu.y}
          onlyMakes={menu.onlyMakes ?? false}
          onClose={() => {
            setMenu(null);
            setFocused(menu.key);
            viewport.current?.focus({ preventScroll: true });
          }}
          onRename={() => setRenaming(menu.key)}
        />
      )}
    </TreeActionsContext>
  );
}

function idOf(key: string): string {
  return `tree-${key}`;
}

function mayRename(row: Row): boolean {
  if (row.kind === 'space') return row.node.abilities.manage;
  return hasMenu(row) && row.node.abilities.edit;
}
