import { Button, Loader } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { routeSegmentOf } from '@tandem/shared/app/schema';
import type { SharedItem } from '@tandem/shared/grant/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { describeError } from '../../lib/errors.ts';
import { queryClient } from '../../lib/query-client.ts';
import { api, trpc } from '../../lib/trpc.ts';
import { AppIcon, KindIcon } from '../../ui/KindIcon.tsx';
import { ListLink } from '../../ui/list/ListLink.tsx';
import { LoadMore } from '../../ui/page/LoadMore.tsx';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { ScrollColumn } from '../../ui/page/ScrollColumn.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import classes from './SharedScreen.module.css';

const PAGE = 50;
const sharedKey = () => getQueryKey(trpc.grant.shared);

/** `/home?view=shared`: what others opened to the reader and the sidebar's tree does not lead to. */
export default function SharedScreen() {
  const { t } = useTranslation('share');
  const query = useInfiniteQuery({
    queryKey: sharedKey(),
    queryFn: ({ pageParam: cursor }) =>
      api.grant.shared.query(
        { limit: PAGE, ...(cursor !== null && { cursor }) },
        { context: { silent: true } },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { data, error, isPending, refetch } = query;
  useFreshness();
  const list = data?.pages.flatMap((page) => page.list) ?? [];

  return (
    <>
      <ScreenTitle title={t('shared.title')} />
      <ScreenHeader />
      <ConnectionNotice />
      <ScrollColumn>
        <h1 className={classes.title}>{t('shared.title')}</h1>
        {list.length > 0 && <p className={classes.words}>{t('shared.words')}</p>}
        {isPending && (
          <div className={classes.empty} role="status" aria-label={t('loading')}>
            <Loader size="sm" />
          </div>
        )}
        {error && !data && (
          <div className={classes.empty} role="alert">
            <p>{t('shared.failed')}</p>
            <p className={classes.words}>{describeError(error)}</p>
            <Button variant="default" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          </div>
        )}
        {data && list.length === 0 && (
          <div className={classes.empty}>
            <IconUsers size={28} stroke={1.5} aria-hidden />
            <p className={classes.none}>{t('shared.none')}</p>
            <p className={classes.words}>{t('shared.noneWords')}</p>
          </div>
        )}
        {list.length > 0 && (
          <ul className={classes.list}>
            {list.map((item) => (
              <li key={item.id}>
                <SharedLine item={item} />
              </li>
            ))}
          </ul>
        )}
        <LoadMore list={query} />
      </ScrollColumn>
    </>
  );
}

/** Grants of others are not part of the tree's news, which tell only that something changed. */
function useFreshness(): void {
  const revision = useWorkspace((state) => state.tree.revision);
  const first = useRef(revision);
  useEffect(() => {
    if (first.current === revision) return;
    first.current = revision;
    void queryClient.invalidateQueries({ queryKey: sharedKey() });
  }, [revision]);
}

function SharedLine({ item }: { item: SharedItem }) {
  const { t } = useTranslation('share');
  const app = `/${routeSegmentOf[item.appType]}/${item.appId}`;
  return (
    <ListLink
      className={classes.line ?? ''}
      to={item.kind === 'app' ? app : `${app}/c/${item.id}`}
      icon={
        item.icon ||
        (item.kind === 'app' ? (
          <AppIcon type={item.appType} size={17} />
        ) : (
          <KindIcon kind={item.channelKind ?? 'chat'} size={17} />
        ))
      }
    >
      <span className={classes.name}>
        {item.name || t('shared.untitled', { context: item.channelKind ?? undefined })}
      </span>
      <span className={classes.level}>{t(`level.${item.level}`)}</span>
      <span className={classes.by}>
        {item.sharedBy ? t('shared.by', { name: item.sharedBy.name }) : t('shared.open')}
      </span>
      <RelativeTime className={classes.time} date={item.sharedAt} />
    </ListLink>
  );
}
