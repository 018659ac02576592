import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTreeActions } from '../../entities/workspace/context.ts';
import { SHARED_PATH } from '../../entities/workspace/path.ts';
import type { Row } from '../../entities/workspace/rows.ts';
import { NewsMark } from './NewsMark.tsx';
import classes from './TreeRow.module.css';

interface SharedHeadingProps {
  row: Extract<Row, { kind: 'shared' }>;
  id: string;
  active: boolean;
  focused: boolean;
  /** Whether something below it is new while it is closed. */
  unread: boolean;
  /** The number of the reader's mentions there. */
  mentions: number;
}

/** Heading of the channels shared with the reader without their app or parent; it links to the list. */
export function SharedHeading({ row, id, active, focused, unread, mentions }: SharedHeadingProps) {
  const { t } = useTranslation('workspace');
  const actions = useTreeActions();
  const { key, level, position, setSize, expanded } = row;
  const name = t('tree.shared');
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      className={classes.row}
      data-kind="space"
      data-focused={focused || undefined}
      data-active={active || undefined}
      style={{ '--depth': 0 } as React.CSSProperties}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-selected={active}
      aria-expanded={expanded}
      aria-label={
        mentions > 0
          ? t('tree.mentionLabel', { name, count: mentions })
          : unread
            ? t('tree.unreadLabel', { name })
            : name
      }
    >
      <button
        type="button"
        tabIndex={-1}
        className={classes.chevron}
        aria-hidden
        onClick={() => actions.toggle(key, !expanded)}
      >
        <IconChevronRight size={14} stroke={2} />
      </button>
      <Link to={SHARED_PATH} tabIndex={-1} className={classes.name} draggable={false}>
        <span className={classes.label}>{name}</span>
      </Link>
      <NewsMark unread={unread} mentions={mentions} />
    </div>
  );
}
