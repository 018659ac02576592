import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelLine } from '../../entities/channel/ChannelLine.tsx';
import { pathOf } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { sharedRoots } from '../../entities/workspace/tree.ts';
import classes from './Recents.module.css';

/**
 * Replaces the composer for a person who may not start chats here. Their apps are in the sidebar, and the
 * contents of those are listed here too.
 */
export function SharedHere() {
  const { t, i18n } = useTranslation('home');
  const channels = useWorkspace((state) => state.tree.channels);
  const apps = useWorkspace((state) => state.tree.apps);
  const unread = useWorkspace((state) => state.tree.unread);
  const list = useMemo(() => {
    const roots = sharedRoots({ channels, apps }, i18n.language);
    const known = new Set(roots);
    const ofApps = [...channels.values()].filter(
      (each) => each.archivedAt === null && each.parentId === null && !known.has(each),
    );
    return [...roots, ...ofApps].sort((a, b) => b.activeAt.getTime() - a.activeAt.getTime());
  }, [channels, apps, i18n.language]);
  if (list.length === 0) return <p className={classes.nothing}>{t('nothingShared')}</p>;
  return (
    <section aria-labelledby="home-shared">
      <h2 id="home-shared" className={classes.title}>
        {t('shared')}
      </h2>
      <ul className={classes.list}>
        {list.map((channel) => (
          <li key={channel.id}>
            <ChannelLine
              to={pathOf.channel(channel)}
              kind={channel.kind}
              name={channel.name}
              icon={channel.icon}
              note={apps.get(channel.appId)?.name ?? ''}
              activeAt={channel.activeAt}
              unread={unread.get(channel.id) ?? 0}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
