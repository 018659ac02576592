import type { Channel } from '@tandem/shared/channel/schema';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelLine } from '../../entities/channel/ChannelLine.tsx';
import { pathOf } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { ancestorsOf } from '../../entities/workspace/tree.ts';
import classes from './AppChannels.module.css';

/** Channels shown at first, and more at each press. */
const STEP = 40;

interface AppChannelsProps {
  appId: string;
  /** What they are called together. */
  title?: string;
}

/** An app's channels, the latest first, wherever they stand in its tree. */
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
    <section className={classes.channels} aria-labelledby="app-channels">
      <h2 id="app-channels" className={classes.title}>
        {title ?? t('app.channels')}
      </h2>
      <ul className={classes.list}>
        {latest.slice(0, shown).map((channel) => (
          <li key={channel.id}>
            <ChannelLine
              to={pathOf.channel(channel)}
              kind={channel.kind}
              name={channel.name}
              icon={channel.icon}
              note={above(channel)}
              activeAt={channel.activeAt}
              unread={unread.get(channel.id) ?? 0}
              sharedWith={channel.sharedWith}
            />
          </li>
        ))}
      </ul>
      {latest.length > shown && (
        <button type="button" className={classes.more} onClick={() => setShown(shown + STEP)}>
          {t('app.more', { count: latest.length - shown })}
        </button>
      )}
    </section>
  );
}
