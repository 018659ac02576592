import type { Channel } from '@tandem/shared/channel/schema';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelList } from '../../entities/channel/ChannelList.tsx';
import { pathOf } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { ancestorsOf } from '../../entities/workspace/tree.ts';
import classes from './AppChannels.module.css';

/** Channels shown at first, and more at each press. */
const STEP = 40;

interface AppChannelsProps {
  appId: string;
  /** Heading of the list. */
  title?: string;
}

/** An app's channels, latest first, at any depth of its tree. */
export function AppChannels({ appId, title }: AppChannelsProps) {
  const { t } = useTranslation('workspace');
  const channels = useWorkspace((state) => state.tree.channels);
  const unread = useWorkspace((state) => state.tree.unread);
  const [shown, setShown] = useState(STEP);
  const latest = useMemo(
    () =>
      [...channels.values()]
        .filter((channel) => channel.appId === appId)
        .sort((a, b) => b.activeAt.getTime() - a.activeAt.getTime()),
    [channels, appId],
  );
  const above = (channel: Channel) =>
    ancestorsOf(channels, channel.id)
      .reverse()
      .map((ancestor) => ancestor.name || t('channel.untitled', { context: ancestor.kind }))
      .join(' / ');

  if (latest.length === 0) return <p className={classes.none}>{t('app.none')}</p>;
  return (
    <ChannelList
      title={title ?? t('app.channels')}
      channels={latest.slice(0, shown).map((channel) => ({
        id: channel.id,
        to: pathOf.channel(channel),
        kind: channel.kind,
        name: channel.name,
        icon: channel.icon,
        note: above(channel),
        activeAt: channel.activeAt,
        unread: unread.get(channel.id) ?? 0,
        sharedWith: channel.sharedWith,
      }))}
    >
      {latest.length > shown && (
        <button type="button" className={classes.more} onClick={() => setShown(shown + STEP)}>
          {t('app.more', { count: latest.length - shown })}
        </button>
      )}
    </ChannelList>
  );
}
