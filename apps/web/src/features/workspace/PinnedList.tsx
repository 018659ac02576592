import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pathOf } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { byName } from '../../lib/names.ts';
import { KindIcon } from '../../ui/KindIcon.tsx';
import { NewsMark } from './NewsMark.tsx';
import classes from './PinnedList.module.css';
import { useMentionCounts } from './use-rows.ts';

interface PinnedListProps {
  activeId: string | null;
  onOpened(): void;
}

/** The channels that the reader keeps at the top, by name. */
export function PinnedList({ activeId, onOpened }: PinnedListProps) {
  const { t, i18n } = useTranslation('workspace');
  const channels = useWorkspace((state) => state.tree.channels);
  const unread = useWorkspace((state) => state.tree.unread);
  const mentions = useMentionCounts();
  const pinned = useMemo(
    () => [...channels.values()].filter((channel) => channel.pinned).sort(byName(i18n.language)),
    [channels, i18n.language],
  );
  if (pinned.length === 0) return null;
  return (
    <nav className={classes.section} aria-label={t('pinned.label')}>
      <p className={classes.title} aria-hidden>
        {t('pinned.label')}
      </p>
      <ul className={classes.list}>
        {pinned.map((channel) => {
          const name = channel.name || t('channel.untitled', { context: channel.kind });
          const isNew = (unread.get(channel.id) ?? 0) > 0 && channel.id !== activeId && !channel.archivedAt;
          const named = channel.id === activeId ? 0 : (mentions.own.get(channel.id) ?? 0);
          return (
            <li key={channel.id}>
              <Link
                to={pathOf.channel(channel)}
                className={classes.line}
                title={name}
                aria-current={channel.id === activeId ? 'page' : undefined}
                aria-label={
                  named > 0
                    ? t('tree.mentionLabel', { name, count: named })
                    : isNew
                      ? t('tree.unreadLabel', { name })
                      : name
                }
                data-unread={isNew || named > 0 || undefined}
                onClick={onOpened}
              >
                {channel.icon ? (
                  <span className={classes.icon}>{channel.icon}</span>
                ) : (
                  <KindIcon className={classes.icon} kind={channel.kind} />
                )}
                <span className={classes.name}>{name}</span>
                <NewsMark unread={isNew} mentions={named} />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
