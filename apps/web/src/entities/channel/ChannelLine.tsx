import { VisuallyHidden } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { type ChannelKind, MAX_UNREAD } from '@tandem/shared/channel/schema';
import { useTranslation } from 'react-i18next';
import { KindIcon } from '../../ui/KindIcon.tsx';
import { ListLink } from '../../ui/list/ListLink.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import classes from './ChannelLine.module.css';

export interface ChannelLineProps {
  to: string;
  kind: ChannelKind;
  /** "" until it has a title. */
  name: string;
  icon: string;
  /** The location, in a lighter colour. */
  note: string;
  activeAt: Date;
  unread: number;
  /** The number of other people with whom the reader shares this chat. */
  sharedWith?: number | undefined;
}

/** A channel as one line of a list. */
export function ChannelLine({
  to,
  kind,
  name,
  icon,
  note,
  activeAt,
  unread,
  sharedWith = 0,
}: ChannelLineProps) {
  const { t } = useTranslation('workspace');
  const count = unread >= MAX_UNREAD ? `${MAX_UNREAD - 1}+` : unread;
  return (
    <ListLink
      to={to}
      className={classes.line ?? ''}
      data-unread={unread > 0 || undefined}
      icon={icon || <KindIcon kind={kind} />}
    >
      <span className={classes.name}>{name || t('channel.untitled', { context: kind })}</span>
      {sharedWith > 0 && (
        <span className={classes.shared} title={t('tree.sharedWith', { count: sharedWith })}>
          <IconUsers size={14} stroke={1.75} aria-hidden />
          <VisuallyHidden>{t('tree.sharedWith', { count: sharedWith })}</VisuallyHidden>
        </span>
      )}
      {unread > 0 && (
        <span className={classes.count}>
          <span aria-hidden>{count}</span>
          <VisuallyHidden>{t('channel.unread', { count: unread })}</VisuallyHidden>
        </span>
      )}
      <span className={classes.note}>{note}</span>
      <RelativeTime className={classes.time} date={activeAt} />
    </ListLink>
  );
}
