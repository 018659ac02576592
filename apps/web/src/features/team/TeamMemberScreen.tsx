import 'mantine-datatable/styles.layer.css';
import '@mantine/core/styles/Table.layer.css';
import { Button, Drawer, Modal, NativeSelect, TextInput, UnstyledButton } from '@mantine/core';
import type { SortDirection } from '@tandem/shared/app/administration';
import {
  type MemberSort,
  type MemberState,
  memberSorts,
  memberStates,
  type RosterMember,
} from '@tandem/shared/team/roster';
import { type TeamRole, teamRoles } from '@tandem/shared/team/schema';
import { MICRO_CREDITS } from '@tandem/shared/usage/schema';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { DataTable } from 'mantine-datatable';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { describeError } from '../../lib/errors.ts';
import { useSession } from '../../lib/session.ts';
import { api } from '../../lib/trpc.ts';
import classes from '../../ui/AdminTable.module.css';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { ScreenTitle } from '../../ui/ScreenTitle.tsx';
import { BudgetPanel } from '../budget/BudgetPanel.tsx';
import { InviteTab } from './InviteTab.tsx';
import { MemberMenu } from './MemberMenu.tsx';
import { useTeam } from './queries.ts';

/** `/admin/teamMember`: everyone of the team, with what only administrators are told. */
export default function TeamMemberScreen() {
  const { t, i18n } = useTranslation(['admin', 'team']);
  const team = useTeam();
  const ownId = useSession((session) => session.user.id);
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const [role, setRole] = useState<TeamRole | ''>('');
  const [state, setState] = useState<MemberState | ''>('');
  const [order, setOrder] = useState<{ sort: MemberSort; direction: SortDirection }>({
    sort: 'name',
    direction: 'asc',
  });
  const [chosen, setChosen] = useState<number | null>(null);
  const [dialog, setDialog] = useState<'invite' | 'create' | null>(null);
  const input = { ...order, ...(query && { query }), ...(role && { role }), ...(state && { state }) };
  const members = useInfiniteQuery({
    queryKey: ['team.roster', team?.id, input],
    queryFn: ({ pageParam, signal }) =>
      api.team.roster.query(
        { ...input, ...(pageParam && { cursor: pageParam }) },
        { signal, context: { silent: true } },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const list = members.data?.pages.flatMap((page) => page.list) ?? [];
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 });
  const sorted = { sortable: true, noWrap: true } as const;
  const member = list.find(({ id }) => id === chosen);
  const again = () => void members.refetch();
  return (
    <>
      <ScreenTitle title={t('teamMember.title')} />
      <div className={classes.page}>
        <h1>{t('teamMember.title')}</h1>
        <div className={classes.bar}>
          <TextInput
            aria-label={t('teamMember.search')}
            placeholder={t('teamMember.search')}
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <NativeSelect
            aria-label={t('teamMember.role')}
            value={role}
            onChange={(event) => setRole(teamRoles.find((each) => each === event.currentTarget.value) ?? '')}
            data={[
              { value: '', label: t('teamMember.anyRole') },
              ...teamRoles.map((value) => ({ value, label: t(`team:role.${value}`) })),
            ]}
          />
          <NativeSelect
            aria-label={t('teamMember.state')}
            value={state}
            onChange={(event) =>
              setState(memberStates.find((each) => each === event.currentTarget.value) ?? '')
            }
            data={[
              { value: '', label: t('teamMember.anyState') },
              ...memberStates.map((value) => ({ value, label: t(`teamMember.${value}`) })),
            ]}
          />
          <span className={classes.note}>
            {t('teamMember.total', { count: members.data?.pages[0]?.total ?? 0 })}
          </span>
          <Button variant="default" onClick={() => setDialog('create')}>
            {t('teamMember.create')}
          </Button>
          <Button onClick={() => setDialog('invite')}>{t('teamMember.invite')}</Button>
        </div>
        {members.error && <p role="alert">{describeError(members.error)}</p>}
        <DataTable<RosterMember>
          records={list}
          fetching={members.isFetching}
          minHeight={160}
          noRecordsText={t('teamMember.none')}
          pinFirstColumn
          sortStatus={{ columnAccessor: order.sort, direction: order.direction }}
          onSortStatusChange={({ columnAccessor, direction }) =>
            setOrder({ sort: memberSorts.find((each) => each === columnAccessor) ?? 'name', direction })
          }
          columns={[
            {
              accessor: 'name',
              title: t('teamMember.name'),
              ...sorted,
              render: ({ id, name }) => (
                <UnstyledButton
                  aria-label={t('teamMember.details', { name })}
                  fw={500}
                  fz="sm"
                  onClick={() => setChosen(id)}
                >
                  {name}
                </UnstyledButton>
              ),
            },
            { accessor: 'email', title: t('teamMember.email'), noWrap: true },
            {
              accessor: 'role',
              title: t('teamMember.role'),
              noWrap: true,
              render: (row) => t(`team:role.${row.role}`),
            },
            {
              accessor: 'suspended',
              title: t('teamMember.state'),
              noWrap: true,
              render: (row) => t(row.suspended ? 'teamMember.suspended' : 'teamMember.active'),
            },
            {
              accessor: 'lastSeenAt',
              title: t('teamMember.lastSeenAt'),
              ...sorted,
              render: ({ lastSeenAt }) =>
                lastSeenAt ? <RelativeTime date={lastSeenAt} /> : t('teamMember.never'),
            },
            { accessor: 'sessions', title: t('teamMember.sessions'), textAlign: 'right', ...sorted },
            {
              accessor: 'cost',
              title: t('teamMember.cost'),
              textAlign: 'right',
              ...sorted,
              render: ({ cost }) => number.format(cost / MICRO_CREDITS),
            },
            {
              accessor: 'joinedAt',
              title: t('teamMember.joinedAt'),
              ...sorted,
              render: ({ joinedAt }) => <RelativeTime date={joinedAt} />,
            },
          ]}
        />
        {members.hasNextPage && (
          <Button
            variant="subtle"
            loading={members.isFetchingNextPage}
            onClick={() => void members.fetchNextPage()}
          >
            {t('teamMember.more')}
          </Button>
        )}
      </div>
      <Drawer
        opened={member !== undefined}
        onClose={() => setChosen(null)}
        position="right"
        title={member?.name}
        closeButtonProps={{ 'aria-label': t('teamMember.close') }}
      >
        {member && team && (
          <div className={classes.detail}>
            <MemberMenu member={member} team={team} isSelf={member.id === ownId} onChange={again} />
            {member.abilities.suspend && (
              <Button
                variant="default"
                onClick={() =>
                  // A failure shows as a toast.
                  void api.team.signMemberOut.mutate({ userId: member.id }).then(
                    ({ ended }) => {
                      toast.success(t('teamMember.signedOut', { count: ended }));
                      again();
                    },
                    () => {},
                  )
                }
              >
                {t('teamMember.signOut')}
              </Button>
            )}
            <BudgetPanel scope="user" userId={member.id} />
          </div>
        )}
      </Drawer>
      <Modal
        opened={dialog !== null}
        onClose={() => setDialog(null)}
        title={t(dialog === 'invite' ? 'teamMember.invite' : 'teamMember.create')}
        size={640}
        closeButtonProps={{ 'aria-label': t('teamMember.close') }}
      >
        {dialog === 'invite' && team && <InviteTab team={team} />}
        {dialog === 'create' && team && (
          <CreateForm
            roles={team.abilities.invite}
            onCreated={() => {
              setDialog(null);
              again();
            }}
          />
        )}
      </Modal>
    </>
  );
}

function CreateForm({ roles, onCreated }: { roles: readonly TeamRole[]; onCreated(): void }) {
  const { t } = useTranslation(['admin', 'team']);
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<TeamRole>('member');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      await api.team.createMember.mutate({ email, name, role }, { context: { silent: true } });
      toast.success(t('teamMember.created', { name }));
      onCreated();
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  }

  return (
    <form className={classes.detail} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        data-autofocus
        type="email"
        label={t('teamMember.email')}
        description={t('teamMember.createWords')}
        value={email}
        error={problem}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        label={t('teamMember.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('teamMember.role')}
        value={role}
        data={roles.map((value) => ({ value, label: t(`team:role.${value}`) }))}
        onChange={(event) => setRole(roles.find((each) => each === event.currentTarget.value) ?? 'member')}
      />
      <Button type="submit" loading={busy} disabled={email.trim() === '' || name.trim() === ''}>
        {t('teamMember.create')}
      </Button>
    </form>
  );
}
