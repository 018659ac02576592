import { UnstyledButton } from '@mantine/core';
import type { AppVisibility } from '@tandem/shared/access/permissions';
import { appVisibilities } from '@tandem/shared/access/permissions';
import {
  type AdministeredApp,
  type AppSort,
  type AppState,
  appStates,
} from '@tandem/shared/app/administration';
import { creatableAppTypes } from '@tandem/shared/app/schema';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { useSession } from '../../lib/session/session.ts';
import { api } from '../../lib/trpc.ts';
import classes from '../../ui/admin/AdminTable.module.css';
import { type AdminColumn, AdminTable, type Order } from '../../ui/admin/AdminTable.tsx';
import { DetailDrawer } from '../../ui/admin/DetailDrawer.tsx';
import { FilterBar, FilterSelect } from '../../ui/admin/FilterBar.tsx';
import { formatCredits, formatNumber } from '../../ui/credits.ts';
import { sizeInWords } from '../../ui/files/file-size.ts';
import { AppIcon } from '../../ui/KindIcon.tsx';
import page from '../../ui/page/Page.module.css';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { ApplicationDetail } from './ApplicationDetail.tsx';

interface Filter {
  type: (typeof creatableAppTypes)[number] | '';
  state: AppState | '';
  visibility: AppVisibility | '';
}
const noFilter: Filter = { type: '', state: '', visibility: '' };

/** `/admin/application`: every app of the team, whether its administrators may look into it or not. */
export default function ApplicationScreen() {
  const { t, i18n } = useTranslation('admin');
  const { language } = i18n;
  const teamId = useSession((state) => state.user.currentTeamId);
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const [{ type, state, visibility }, setFilter] = useState(noFilter);
  const [order, setOrder] = useState<Order<AppSort>>({ sort: 'name', direction: 'asc' });
  /** A copy, because a change may remove it from the filtered list. */
  const [chosen, setChosen] = useState<AdministeredApp | null>(null);
  const input = {
    ...order,
    ...(query && { query }),
    ...(type && { type }),
    ...(state && { state }),
    ...(visibility && { visibility }),
  };
  const apps = useInfiniteQuery({
    queryKey: ['app.administered', teamId, input],
    queryFn: ({ pageParam, signal }) =>
      api.app.administered.query(
        { ...input, ...(pageParam && { cursor: pageParam }) },
        { signal, context: { silent: true } },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const rows = apps.data?.pages.flatMap(({ list }) => list) ?? [];
  const total = apps.data?.pages[0]?.total;
  const count = (name: 'people' | 'channels' | 'messages'): AdminColumn<AdministeredApp, AppSort> => ({
    name,
    title: t(`application.${name}`),
    sort: name,
    isNumber: true,
    render: (app) => formatNumber(app[name], language),
  });
  const columns: AdminColumn<AdministeredApp, AppSort>[] = [
    {
      name: 'name',
      title: t('application.name'),
      sort: 'name',
      render: (app) => (
        <UnstyledButton
          className={classes.who ?? ''}
          aria-label={t('application.details', { name: app.name })}
          onClick={() => setChosen(app)}
        >
          <span className={classes.emoji} aria-hidden>
            {app.icon || <AppIcon type={app.type} />}
          </span>
          <span>{app.name}</span>
        </UnstyledButton>
      ),
    },
    {
      name: 'owner',
      title: t('application.owner'),
      render: ({ owner }) =>
        owner.active ? owner.name : t('application.former', { name: owner.name }).trim(),
    },
    {
      name: 'state',
      title: t('application.state'),
      render: (app) => t(`application.${app.state}`),
    },
    {
      name: 'visibility',
      title: t('application.visibility'),
      render: (app) => t(`application.${app.visibility}`),
    },
    count('people'),
    count('channels'),
    count('messages'),
    {
      name: 'size',
      title: t('application.size'),
      sort: 'size',
      isNumber: true,
      render: ({ size }) => sizeInWords(size, language),
    },
    {
      name: 'cost',
      title: t('application.cost'),
      sort: 'cost',
      isNumber: true,
      render: ({ cost }) => formatCredits(cost, language),
    },
    {
      name: 'activeAt',
      title: t('application.activeAt'),
      sort: 'activeAt',
      render: ({ activeAt }) => <RelativeTime date={activeAt} />,
    },
    {
      name: 'createdAt',
      title: t('application.createdAt'),
      sort: 'createdAt',
      render: ({ createdAt }) => <RelativeTime date={createdAt} />,
    },
  ];
  const filtered = query !== '' || type !== '' || state !== '' || visibility !== '';
  return (
    <>
      <ScreenTitle title={t('application.title')} />
      <ConnectionNotice />
      <div className={page.page} data-spaced="close">
        <header>
          <h1 className={page.title}>{t('application.title')}</h1>
          <p className={page.words}>{t('overview.private')}</p>
        </header>
        <FilterBar
          label={t('application.search')}
          value={typed}
          onChange={setTyped}
          total={
            total == null
              ? null
              : t('application.total', { count: total, number: formatNumber(total, language) })
          }
        >
          {creatableAppTypes.length > 1 && (
            <FilterSelect
              label={t('application.type')}
              any={t('application.anyType')}
              value={type}
              options={creatableAppTypes}
              nameOf={(each) => t(`application.types.${each}`)}
              onChange={(value) => setFilter((held) => ({ ...held, type: value }))}
            />
          )}
          <FilterSelect
            label={t('application.state')}
            any={t('application.any')}
            value={state}
            options={appStates}
            nameOf={(each) => t(`application.${each}`)}
            onChange={(value) => setFilter((held) => ({ ...held, state: value }))}
          />
          <FilterSelect
            label={t('application.visibility')}
            any={t('application.anyVisibility')}
            value={visibility}
            options={appVisibilities}
            nameOf={(each) => t(`application.${each}`)}
            onChange={(value) => setFilter((held) => ({ ...held, visibility: value }))}
          />
        </FilterBar>
        <AdminTable
          label={t('application.title')}
          rows={rows}
          columns={columns}
          query={apps}
          none={t(filtered ? 'application.none' : 'application.empty')}
          order={order}
          onOrder={setOrder}
          isQuiet={(app) => app.state !== 'active'}
        />
      </div>
      <DetailDrawer opened={chosen !== null} title={chosen?.name} onClose={() => setChosen(null)}>
        {chosen && (
          <ApplicationDetail
            key={chosen.id}
            app={chosen}
            onChange={(app) => {
              setChosen(app);
              void apps.refetch();
            }}
          />
        )}
      </DetailDrawer>
    </>
  );
}
