import 'mantine-datatable/styles.layer.css';
import '@mantine/core/styles/Table.layer.css';
import { Button, Drawer, NativeSelect, TextInput, UnstyledButton } from '@mantine/core';
import {
  type AdministeredApp,
  type AppSort,
  type AppState,
  appSorts,
  appStates,
  type SortDirection,
} from '@tandem/shared/app/administration';
import { MICRO_CREDITS } from '@tandem/shared/usage/schema';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { DataTable } from 'mantine-datatable';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { describeError } from '../../lib/errors.ts';
import { useSession } from '../../lib/session.ts';
import { api } from '../../lib/trpc.ts';
import classes from '../../ui/AdminTable.module.css';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { ScreenTitle } from '../../ui/ScreenTitle.tsx';
import { BudgetPanel } from '../budget/BudgetPanel.tsx';

/** `/admin/application`: every app of the team, whether its administrators may look into it or not. */
export default function ApplicationScreen() {
  const { t, i18n } = useTranslation('admin');
  const teamId = useSession((state) => state.user.currentTeamId);
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const [state, setState] = useState<AppState | ''>('');
  const [order, setOrder] = useState<{ sort: AppSort; direction: SortDirection }>({
    sort: 'name',
    direction: 'asc',
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const input = { ...order, ...(query && { query }), ...(state && { state }) };
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
  const list = apps.data?.pages.flatMap((page) => page.list) ?? [];
  const total = apps.data?.pages[0]?.total ?? 0;
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 });
  const bytes = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  const sorted = { sortable: true, noWrap: true } as const;
  const app = list.find(({ id }) => id === chosen);
  return (
    <>
      <ScreenTitle title={t('application.title')} />
      <div className={classes.page}>
        <h1>{t('application.title')}</h1>
        <div className={classes.bar}>
          <TextInput
            aria-label={t('application.search')}
            placeholder={t('application.search')}
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <NativeSelect
            aria-label={t('application.state')}
            value={state}
            onChange={(event) => setState(appStates.find((each) => each === event.currentTarget.value) ?? '')}
            data={[
              { value: '', label: t('application.any') },
              ...appStates.map((value) => ({ value, label: t(`application.${value}`) })),
            ]}
          />
          <span className={classes.note}>{t('application.total', { count: total })}</span>
        </div>
        <p className={classes.note}>{t('overview.private')}</p>
        {apps.error && <p role="alert">{describeError(apps.error)}</p>}
        <DataTable<AdministeredApp>
          records={list}
          fetching={apps.isFetching}
          minHeight={160}
          noRecordsText={t('application.none')}
          pinFirstColumn
          sortStatus={{ columnAccessor: order.sort, direction: order.direction }}
          onSortStatusChange={({ columnAccessor, direction }) =>
            setOrder({ sort: appSorts.find((each) => each === columnAccessor) ?? 'name', direction })
          }
          columns={[
            {
              accessor: 'name',
              title: t('application.name'),
              ...sorted,
              render: ({ id, name, icon }) => (
                <UnstyledButton
                  aria-label={t('application.details', { name })}
                  fw={500}
                  fz="sm"
                  onClick={() => setChosen(id)}
                >
                  {icon} {name}
                </UnstyledButton>
              ),
            },
            {
              accessor: 'owner',
              title: t('application.owner'),
              noWrap: true,
              render: ({ owner }) =>
                owner.active ? owner.name : `${owner.name} (${t('application.former')})`,
            },
            {
              accessor: 'state',
              title: t('application.state'),
              noWrap: true,
              render: (row) => t(`application.${row.state}`),
            },
            {
              accessor: 'visibility',
              title: t('application.visibility'),
              noWrap: true,
              render: (row) => t(`application.${row.visibility}`),
            },
            { accessor: 'people', title: t('application.people'), textAlign: 'right', ...sorted },
            { accessor: 'channels', title: t('application.channels'), textAlign: 'right', ...sorted },
            { accessor: 'messages', title: t('application.messages'), textAlign: 'right', ...sorted },
            {
              accessor: 'size',
              title: t('application.size'),
              textAlign: 'right',
              ...sorted,
              render: ({ size }) => bytes.format(size / 1e6),
            },
            {
              accessor: 'cost',
              title: t('application.cost'),
              textAlign: 'right',
              ...sorted,
              render: ({ cost }) => number.format(cost / MICRO_CREDITS),
            },
            {
              accessor: 'activeAt',
              title: t('application.activeAt'),
              ...sorted,
              render: ({ activeAt }) => <RelativeTime date={activeAt} />,
            },
          ]}
        />
        {apps.hasNextPage && (
          <Button
            variant="subtle"
            loading={apps.isFetchingNextPage}
            onClick={() => void apps.fetchNextPage()}
          >
            {t('application.more')}
          </Button>
        )}
      </div>
      <Drawer
        opened={app !== undefined}
        onClose={() => setChosen(null)}
        position="right"
        title={app?.name}
        closeButtonProps={{ 'aria-label': t('application.close') }}
      >
        {app && <Detail key={app.id} app={app} onChange={() => void apps.refetch()} />}
      </Drawer>
    </>
  );
}

function Detail({ app, onChange }: { app: AdministeredApp; onChange(): void }) {
  const { t } = useTranslation('admin');
  const { id: appId, state } = app;
  const [ownerId, setOwnerId] = useState('');
  const audience = useQuery({
    queryKey: ['app.audience', appId],
    queryFn: ({ signal }) => api.app.audience.query({ appId }, { signal, context: { silent: true } }),
  });
  const users = useQuery({
    queryKey: ['team.users', 'owners'],
    queryFn: ({ signal }) => api.team.users.query(undefined, { signal, context: { silent: true } }),
  });
  // A failure shows as a toast, and everything stays as it was.
  const run = (work: Promise<unknown>) =>
    void work.then(
      () => {
        toast.success(t('application.done'));
        onChange();
      },
      () => {},
    );
  return (
    <div className={classes.detail}>
      {state === 'deleted' ? (
        <Button variant="default" onClick={() => run(api.app.recover.mutate({ appId }))}>
          {t('application.restore')}
        </Button>
      ) : (
        <>
          <Button
            variant="default"
            onClick={() => run(api.app.administer.mutate({ appId, archived: state === 'active' }))}
          >
            {t(state === 'active' ? 'application.archive' : 'application.unarchive')}
          </Button>
          <Button variant="default" color="red" onClick={() => run(api.app.discard.mutate({ appId }))}>
            {t('application.remove')}
          </Button>
          <NativeSelect
            label={t('application.transfer')}
            description={t('application.transferWords')}
            value={ownerId}
            onChange={(event) => setOwnerId(event.currentTarget.value)}
            data={[
              { value: '', label: '–' },
              ...(users.data ?? [])
                .filter(({ role, id }) => role !== 'guest' && id !== app.owner.id)
                .map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <Button
            disabled={ownerId === ''}
            onClick={() => run(api.app.administer.mutate({ appId, ownerId: Number(ownerId) }))}
          >
            {t('application.hand')}
          </Button>
        </>
      )}
      <h3>{t('application.who')}</h3>
      <ul>
        {audience.data?.list.map(({ id, name, email }) => (
          <li key={id}>
            {name} <span className={classes.note}>{email}</span>
          </li>
        ))}
      </ul>
      <BudgetPanel scope="app" appId={appId} />
    </div>
  );
}
