import { IconArchive, IconChevronRight, IconDots, IconLock, IconPlus, IconUsers } from '@tabler/icons-react';
import { type DragEvent, memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTreeActions } from '../../entities/workspace/context.ts';
import type { DropZone } from '../../entities/workspace/move.ts';
import { pathOf } from '../../entities/workspace/path.ts';
import { RenameField } from '../../entities/workspace/RenameField.tsx';
import { hasMenu, type NodeRow, type Row } from '../../entities/workspace/rows.ts';
import { AppIcon, KindIcon } from '../../ui/KindIcon.tsx';
import { openDialog } from './dialogs/dialog.ts';
import { NewsMark } from './NewsMark.tsx';
import { SharedHeading } from './SharedHeading.tsx';
import classes from './TreeRow.module.css';

/** A collapsed node opens when something is dragged over it this long, in milliseconds. */
const OPEN_ON_HOVER_MS = 600;

export interface TreeRowProps {
  row: Row;
  /** Id by which the tree says which row has its focus. */
  id: string;
  active: boolean;
  focused: boolean;
  renaming: boolean;
  dragged: boolean;
  unread: boolean;
  /** The number of the reader's mentions there, or below it while collapsed. */
  mentions: number;
}

/** One row of the sidebar's tree. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { row, id, active, focused, renaming, dragged, unread, mentions } = props;
  const { t } = useTranslation('workspace');
  const actions = useTreeActions();
  const [zone, setZone] = useState<DropZone | null>(null);
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { kind, node, level, expandable, expanded } = row;

  if (kind === 'empty') {
    return (
      <div
        className={classes.empty}
        data-level={level}
        role="treeitem"
        aria-level={level}
        id={id}
        aria-disabled
        tabIndex={-1}
      >
        {'type' in node ? t('app.noChannels', { context: node.type }) : t('space.noApps')}
      </div>
    );
  }

  if (kind === 'archived')
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
      <div
        id={id}
        role="treeitem"
        tabIndex={-1}
        className={classes.archived}
        data-focused={focused || undefined}
        aria-level={level}
        aria-posinset={row.position}
        aria-setsize={row.setSize}
        aria-selected={false}
        onClick={() => actions.open(row.key)}
      >
        <IconArchive size={16} stroke={1.75} aria-hidden />
        {t('archive.row', { count: row.count })}
      </div>
    );

  if (kind === 'shared')
    return (
      <SharedHeading
        row={row}
        id={id}
        active={active}
        focused={focused}
        unread={unread}
        mentions={mentions}
      />
    );

  const name = node.name || t('channel.untitled', { context: kind === 'channel' ? node.kind : undefined });
  const lock = hasMenu(row) ? privacyOf(row) : null;
  const sharedWith = kind === 'channel' ? node.sharedWith : 0;
  const open = sharedWith > 0 ? t('tree.sharedWithLabel', { name, count: sharedWith }) : name;
  const spoken = lock ? t(`tree.${lock}Label`, { name: open }) : open;
  const endDrag = () => {
    clearTimeout(hover.current);
    setZone(null);
  };
  const drag = kind !== 'space' && {
    onDragOver(event: DragEvent) {
      const next = kind === 'app' ? 'inside' : zoneAt(event);
      if (next !== zone || next === 'inside') {
        clearTimeout(hover.current);
        if (next === 'inside' && expandable && !expanded)
          hover.current = setTimeout(() => actions.toggle(row.key, true), OPEN_ON_HOVER_MS);
      }
      if (!actions.dragOver(row.key, next)) return setZone(null);
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setZone(next);
    },
    onDragLeave: endDrag,
    onDrop(event: DragEvent) {
      event.preventDefault();
      if (zone) actions.drop(row.key, zone);
      endDrag();
    },
  };

  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      className={classes.row}
      data-kind={kind}
      data-focused={focused || undefined}
      data-active={active || undefined}
      data-news={unread || mentions > 0 || undefined}
      data-dragged={dragged || undefined}
      data-zone={zone ?? undefined}
      style={{ '--depth': Math.max(0, level - 2) } as React.CSSProperties}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-selected={active}
      aria-label={
        mentions > 0
          ? t('tree.mentionLabel', { name: spoken, count: mentions })
          : unread
            ? t('tree.unreadLabel', { name: spoken })
            : spoken
      }
      {...(expandable && { 'aria-expanded': expanded })}
      onContextMenu={(event) => {
        event.preventDefault();
        actions.openMenu(row.key, { x: event.clientX, y: event.clientY });
      }}
      {...drag}
    >
      {expandable ? (
        <button
          type="button"
          tabIndex={-1}
          className={classes.chevron}
          aria-hidden
          onClick={() => actions.toggle(row.key, !expanded)}
        >
          <IconChevronRight size={14} stroke={2} />
        </button>
      ) : (
        <span className={classes.chevron} />
      )}
      {renaming ? (
        <span className={classes.renaming}>
          <RowIcon row={row} />
          <RenameField
            name={node.name}
            onSave={(next) => actions.rename(row.key, next)}
            onCancel={actions.cancelRename}
          />
        </span>
      ) : kind === 'space' ? (
        <button
          type="button"
          tabIndex={-1}
          className={classes.name}
          onClick={() => actions.toggle(row.key, !expanded)}
        >
          <span className={classes.label}>{name}</span>
        </button>
      ) : (
        <Link
          className={classes.name}
          tabIndex={-1}
          to={kind === 'app' ? pathOf.app(node) : pathOf.channel(node)}
          title={name}
          draggable={kind === 'channel' && node.abilities.edit}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', name);
            actions.dragStart(row.key);
          }}
          onDragEnd={actions.dragEnd}
        >
          <RowIcon row={row} />
          <span className={classes.label} data-untitled={node.name === '' || undefined}>
            {name}
          </span>
          {sharedWith > 0 && (
            <span className={classes.lock} title={t('tree.sharedWith', { count: sharedWith })}>
              <IconUsers size={13} stroke={1.75} aria-hidden />
            </span>
          )}
          {lock && (
            <span className={classes.lock} title={t(`tree.${lock}`)}>
              <IconLock size={13} stroke={1.75} aria-hidden />
            </span>
          )}
        </Link>
      )}
      {!renaming && <NewsMark unread={unread} mentions={mentions} />}
      {!renaming && hasMenu(row) && <RowButtons row={row} />}
    </div>
  );
});

function zoneAt(event: DragEvent): DropZone {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  return part < 0.28 ? 'before' : part > 0.72 ? 'after' : 'inside';
}

/** Whether a row is personal, or restricted to invited people. */
function privacyOf(row: NodeRow): 'personal' | 'private' | null {
  if (row.kind === 'space') return null;
  if (row.kind === 'app' && row.node.personal) return 'personal';
  return row.node.visibility === 'private' ? 'private' : null;
}

function RowIcon({ row }: { row: Row }) {
  if (row.kind === 'space' || !hasMenu(row)) return null;
  if (row.node.icon) return <span className={classes.emoji}>{row.node.icon}</span>;
  return row.kind === 'app' ? (
    <AppIcon className={classes.icon} type={row.node.type} />
  ) : (
    <KindIcon className={classes.icon} kind={row.node.kind} />
  );
}

/** Buttons of a row for the pointer; for the keyboard its menu has the same. */
function RowButtons({ row }: { row: NodeRow }) {
  const { t } = useTranslation('workspace');
  const actions = useTreeActions();
  const add = useAdd(row);
  return (
    <span className={classes.buttons}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('tree.menu')}
        title={t('tree.menu')}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          actions.openMenu(row.key, { x: box.left, y: box.bottom });
        }}
      >
        <IconDots size={16} stroke={1.75} />
      </button>
      {add && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={add.label}
          title={add.label}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            add.run({ x: box.left, y: box.bottom });
          }}
        >
          <IconPlus size={16} stroke={1.75} />
        </button>
      )}
    </span>
  );
}

/** What the "+" of a row does: it makes an app in a space, and offers all that an app or channel may hold. */
function useAdd(row: NodeRow): { label: string; run(at: { x: number; y: number }): void } | null {
  const { t } = useTranslation('workspace');
  const { openMenu } = useTreeActions();
  if (row.kind === 'space')
    return row.node.abilities.createApp
      ? { label: t('app.new'), run: () => openDialog({ kind: 'newApp', spaceId: row.node.id }) }
      : null;
  // A dataset holds sources, not channels.
  const mayAdd =
    row.kind === 'app'
      ? row.node.abilities.createChannel
      : row.node.abilities.edit && row.node.kind !== 'dataset';
  if (!mayAdd) return null;
  const name =
    row.node.name || t('channel.untitled', { context: row.kind === 'channel' ? row.node.kind : undefined });
  return { label: t('tree.add', { name }), run: (at) => openMenu(row.key, { ...at, onlyMakes: true }) };
}
