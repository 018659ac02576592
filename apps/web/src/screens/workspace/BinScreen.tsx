import { NativeSelect } from '@mantine/core';
import type { BinnedItem } from '@tandem/shared/home/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { restoreChannel } from '../../entities/workspace/actions.ts';
import { restoreApp } from '../../entities/workspace/app-actions.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { describeError } from '../../lib/errors.ts';
import { byName } from '../../lib/names.ts';
import { api, trpc } from '../../lib/trpc.ts';
import { BinList } from '../../ui/BinList.tsx';
import { AppIcon, KindIcon } from '../../ui/KindIcon.tsx';
import { LoadMore } from '../../ui/page/LoadMore.tsx';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { ScrollColumn } from '../../ui/page/ScrollColumn.tsx';
import classes from './BinScreen.module.css';

/** `/home?view=bin`: deleted things that the reader may restore; `app` filters by app. */
export default function BinScreen() {
  const { t } = useTranslation('workspace');
  const [params, setParams] = useSearchParams();
  const appId = params.get('app') ?? '';
  const list = useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.home.bin), appId],
    queryFn: ({ pageParam: cursor }) =>
      api.home.bin.query(
        { ...(appId && { appId }), ...(cursor !== null && { cursor }) },
        { context: { silent: true } },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { data, error, refetch } = list;
  // Deletions and restorations elsewhere raise the tree's revision.
  const revision = useWorkspace((state) => state.tree.revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree's change is the occasion
  useEffect(() => {
    void refetch();
  }, [revision, refetch]);
  const items = data?.pages.flatMap((page) => page.list);
  const restore = async (id: string) => {
    const item = items?.find((each) => each.id === id);
    await (item?.kind === 'app' ? restoreApp(id) : restoreChannel(id));
    await refetch();
  };
  const erase = async (id: string) => {
    const context = { context: { silent: true } };
    const item = items?.find((each) => each.id === id);
    if (item?.kind === 'app') await api.app.erase.mutate({ appId: id }, context);
    else await api.channel.erase.mutate({ channelId: id }, context);
    await refetch();
  };
  return (
    <>
      <ScreenTitle title={t('bin.title')} />
      <ScreenHeader />
      <ConnectionNotice />
      <ScrollColumn>
        <header className={classes.head}>
          <div>
            <h1 className={classes.title}>{t('bin.title')}</h1>
            <p className={classes.words}>{t('bin.wordsAll')}</p>
          </div>
          <AppFilter
            appId={appId}
            items={items ?? []}
            onChange={(chosen) =>
              setParams({ view: 'bin', ...(chosen && { app: chosen }) }, { replace: true })
            }
          />
        </header>
        <BinList
          list={items?.map((item) => ({
            id: item.id,
            name: item.name || t('channel.untitled', { context: item.channelKind ?? undefined }),
            icon: item.icon || <ItemIcon item={item} />,
            note: [
              item.kind === 'app' ? t('bin.app') : item.appName,
              item.below > 0 ? t('bin.below', { count: item.below }) : '',
            ]
              .filter(Boolean)
              .join(' · '),
            deletedAt: item.deletedAt,
          }))}
          problem={error && !data ? describeError(error) : null}
          onRetry={() => void refetch()}
          onRestore={restore}
          onErase={erase}
          empty={t('bin.noChannels')}
          full
        />
        {list.isFetchNextPageError && (
          <p className={classes.problem} role="alert">
            {describeError(error)}
          </p>
        )}
        <LoadMore list={list} variant="default" mt="md" />
      </ScrollColumn>
    </>
  );
}

function ItemIcon({ item }: { item: BinnedItem }) {
  return item.kind === 'app' ? (
    <AppIcon type={item.appType} />
  ) : (
    <KindIcon kind={item.channelKind ?? 'chat'} />
  );
}

interface AppFilterProps {
  appId: string;
  items: readonly BinnedItem[];
  onChange(appId: string): void;
}

/** Filters the list by app: one that the reader sees, or one in the bin. */
function AppFilter({ appId, items, onChange }: AppFilterProps) {
  const { t } = useTranslation('workspace');
  const apps = useWorkspace((state) => state.tree.apps);
  const names = new Map([...apps.values()].map(({ id, name }) => [id, name]));
  for (const item of items) if (item.appName) names.set(item.appId, item.appName);
  const choices = [...names]
    .map(([id, name]) => ({ id, name }))
    .sort(byName())
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <NativeSelect
      className={classes.filter ?? ''}
      aria-label={t('bin.ofApp')}
      value={names.has(appId) ? appId : ''}
      data={[{ value: '', label: t('bin.anyApp') }, ...choices]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
