import { ActionIcon, Button, ScrollArea } from '@mantine/core';
import { IconBell, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { byDay } from '../../entities/notice/list.ts';
import {
  loadMoreNotices,
  loadNotices,
  markNoticesRead,
  setNoticesOpened,
  useNotices,
} from '../../entities/notice/store.ts';
import { describeError } from '../../lib/errors.ts';
import { useSession } from '../../lib/session/session.ts';
import { Loading } from '../../ui/page/Loading.tsx';
import { LoadMore } from '../../ui/page/LoadMore.tsx';
import { useIsPhone } from '../../ui/page/shell.ts';
import { NoticeItem } from './NoticeItem.tsx';
import classes from './NoticePanel.module.css';

/** The person's notices: new and earlier ones, loading more on scrolling. */
export default function NoticePanel() {
  const { t } = useTranslation('notice');
  const isPhone = useIsPhone();
  const unread = useNotices((state) => state.unread);
  return (
    <div className={classes.panel} data-phone={isPhone || undefined}>
      <header className={classes.head}>
        <h2 id="notices-title" className={classes.title}>
          {t('title')}
        </h2>
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.readAll ?? ''}
          // Once pressed it keeps the focus, and Esc still closes the panel.
          aria-disabled={unread === 0}
          onClick={() => unread > 0 && void markNoticesRead('all')}
        >
          {t('readAll')}
        </Button>
        {isPhone && (
          <ActionIcon size={36} aria-label={t('close')} onClick={() => setNoticesOpened(false)}>
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        )}
      </header>
      <Body />
    </div>
  );
}

function Body() {
  const { t } = useTranslation('notice');
  const phase = useNotices((state) => state.phase);
  const failure = useNotices((state) => state.failure);
  const list = useNotices((state) => state.list);
  const hasMore = useNotices((state) => state.hasMore);
  const isLoadingMore = useNotices((state) => state.isLoadingMore);
  const namesTeams = useSession((state) => state.user.teams.length > 1);

  if (phase === 'failed')
    return (
      <div className={classes.words} role="alert">
        <p>{describeError(failure)}</p>
        <Button variant="default" size="compact-sm" onClick={() => void loadNotices()}>
          {t('retry')}
        </Button>
      </div>
    );
  if (phase !== 'ready')
    return (
      <div className={classes.words}>
        <Loading />
      </div>
    );
  if (list.length === 0)
    return (
      <div className={classes.words}>
        <IconBell size={24} stroke={1.5} aria-hidden className={classes.emblem} />
        <p className={classes.empty}>{t('empty.title')}</p>
        <p>{t('empty.words')}</p>
      </div>
    );
  return (
    <ScrollArea.Autosize className={classes.scroll ?? ''} mah="100%" type="hover">
      {byDay(list).map((group) => (
        <section key={group.name} aria-labelledby={`notices-${group.name}`}>
          <h3 id={`notices-${group.name}`} className={classes.day}>
            {t(`day.${group.name}`)}
          </h3>
          <ul className={classes.list}>
            {group.list.map((notice) => (
              <li key={notice.id}>
                <NoticeItem notice={notice} namesTeam={namesTeams} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <LoadMore
        list={{ hasNextPage: hasMore, isFetchingNextPage: isLoadingMore, fetchNextPage: loadMoreNotices }}
        within={200}
        size="compact-xs"
        display="block"
        my="xs"
        mx="auto"
      />
    </ScrollArea.Autosize>
  );
}
