import { routeSegmentOf } from '@tandem/shared/app/schema';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelList } from '../../entities/channel/ChannelList.tsx';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { describeError } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import classes from './Recents.module.css';

/** Channels lately opened or changed. Names and counts follow the tree, which live events keep in step. */
export function Recents() {
  const { t } = useTranslation('home');
  const { data, error, isPending, refetch } = trpc.home.recent.useQuery(undefined, {
    trpc: { context: { silent: true } },
  });
  const channels = useWorkspace((state) => state.tree.channels);
  const unread = useWorkspace((state) => state.tree.unread);
  const phase = useWorkspace((state) => state.phase);
  const list = useMemo(() => {
    const known = (data ?? []).flatMap((recent) => {
      const channel = channels.get(recent.id);
      // A channel that left the tree leaves this list.
      if (!channel && phase === 'ready') return [];
      const { name, icon, activeAt } = channel ?? recent;
      return [
        {
          ...recent,
          name,
          icon,
          activeAt,
          unread: unread.get(recent.id) ?? recent.unread,
          sharedWith: channel?.sharedWith,
        },
      ];
    });
    return known.sort((a, b) => b.activeAt.getTime() - a.activeAt.getTime());
  }, [data, channels, unread, phase]);

  if (isPending) return null;
  if (error)
    return (
      <p className={classes.failed} role="alert">
        {describeError(error)}{' '}
        <button type="button" onClick={() => void refetch()}>
          {t('retry')}
        </button>
      </p>
    );
  if (list.length === 0) return null;
  return (
    <ChannelList
      title={t('recents')}
      channels={list.map(({ appId, appName, appType, ...recent }) => ({
        ...recent,
        to: `/${routeSegmentOf[appType]}/${appId}/c/${recent.id}`,
        note: appName,
      }))}
    />
  );
}
