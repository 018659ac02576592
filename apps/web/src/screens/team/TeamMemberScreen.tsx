import { Button, Modal, UnstyledButton } from '@mantine/core';
import {
  type MemberSort,
  type MemberState,
  memberStates,
  type RosterMember,
} from '@tandem/shared/team/roster';
import { type TeamRole, teamRoles } from '@tandem/shared/team/schema';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { useTeam } from '../../entities/team/queries.ts';
import { InviteTab } from '../../features/team/InviteTab.tsx';
import { useSession } from '../../lib/session/session.ts';
import { api } from '../../lib/trpc.ts';
import classes from '../../ui/admin/AdminTable.module.css';
import { type AdminColumn, AdminTable, type Order } from '../../ui/admin/AdminTable.tsx';
import { DetailDrawer } from '../../ui/admin/DetailDrawer.tsx';
import { FilterBar, FilterSelect } from '../../ui/admin/FilterBar.tsx';
import { formatCredits, formatNumber } from '../../ui/credits.ts';
import page from '../../ui/page/Page.module.css';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { CreateMemberForm } from './CreateMemberForm.tsx';
import { MemberDetail } from './MemberDetail.tsx';

/** `/admin/teamMember`: all members of the team, with the details for administrators. */
export default function TeamMemberScreen() {
  const { t, i18n } = useTranslation(['admin', 'team']);
  const { language } = i18n;
  const team = useTeam();
  const teamId = useSession((session) => session.user.currentTeamId);
  const ownId = useSession((session) => session.user.id);
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const [role, setRole] = useState<TeamRole | ''>('');
  const [state, setState] = useState<MemberState | ''>('');
  const [order, setOrder] = useState<Order<MemberSort>>({ sort: 'name', direction: 'asc' });
  /** A copy, because a change may remove them from the filtered list. */
  const [chosen, setChosen] = useState<RosterMember | null>(null);
  const [dialog, setDialog] = useState<'invite' | 'create' | null>(null);
  const input = { ...order, ...(query && { query }), ...(role && { role }), ...(state && { state }) };
  const members = useInfiniteQuery({
    queryKey: ['team.roster', teamId, input],
    queryFn: ({ pageParam, signal }) =>
      api.team.roster.query(
        { ...input, ...(pageParam && { cursor: pageParam }) },
        { signal, context: { silent: true } },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const rows = members.data?.pages.flatMap(({ list }) => list) ?? [];
  const total = members.data?.pages[0]?.total;
  const columns: AdminColumn<RosterMember, MemberSort>[] = [
    {
      name: 'name',
      title: t('teamMember.name'),
      sort: 'name',
      render: (member) => (
        <UnstyledButton
          className={classes.who ?? ''}
          aria-label={t('teamMember.details', { name: member.name })}
          onClick={() => setChosen(member)}
        >
          <Portrait name={member.name} avatar={member.avatar} size={24} />
          <span>{member.name}</span>
        </UnstyledButton>
      ),
    },
    { name: 'email', title: t('teamMember.email'), render: ({ email }) => email },
    { name: 'role', title: t('teamMember.role'), render: (member) => t(`team:role.${member.role}`) },
    {
      name: 'state',
      title: t('teamMember.state'),
      render: ({ suspended }) => t(suspended ? 'teamMember.suspended' : 'teamMember.active'),
    },
    {
      name: 'lastSeenAt',
      title: t('teamMember.lastSeenAt'),
      sort: 'lastSeenAt',
      render: ({ lastSeenAt }) => (lastSeenAt ? <RelativeTime date={lastSeenAt} /> : t('teamMember.never')),
    },
    {
      name: 'sessions',
      title: t('teamMember.sessions'),
      sort: 'sessions',
      isNumber: true,
      render: ({ sessions }) => formatNumber(sessions, language),
    },
    {
      name: 'cost',
      title: t('teamMember.cost'),
      sort: 'cost',
      isNumber: true,
      render: ({ cost }) => formatCredits(cost, language),
    },
    {
      name: 'joinedAt',
      title: t('teamMember.joinedAt'),
      sort: 'joinedAt',
      render: ({ joinedAt }) => <RelativeTime date={joinedAt} />,
    },
  ];
  return (
    <>
      <ScreenTitle title={t('teamMember.title')} />
      <ConnectionNotice />
      <div className={page.page} data-spaced="close">
        <header className={classes.head}>
          <h1 className={page.title}>{t('teamMember.title')}</h1>
          {team && (
            <div className={classes.actions}>
              <Button variant="default" onClick={() => setDialog('create')}>
                {t('teamMember.create')}
              </Button>
              <Button onClick={() => setDialog('invite')}>{t('teamMember.invite')}</Button>
            </div>
          )}
        </header>
        <FilterBar
          label={t('teamMember.search')}
          value={typed}
          onChange={setTyped}
          total={
            total == null
              ? null
              : t('teamMember.total', { count: total, number: formatNumber(total, language) })
          }
        >
          <FilterSelect
            label={t('teamMember.role')}
            any={t('teamMember.anyRole')}
            value={role}
            options={teamRoles}
            nameOf={(each) => t(`team:role.${each}`)}
            onChange={setRole}
          />
          <FilterSelect
            label={t('teamMember.state')}
            any={t('teamMember.anyState')}
            value={state}
            options={memberStates}
            nameOf={(each) => t(`teamMember.${each}`)}
            onChange={setState}
          />
        </FilterBar>
        <AdminTable
          label={t('teamMember.title')}
          rows={rows}
          columns={columns}
          query={members}
          none={t('teamMember.none')}
          order={order}
          onOrder={setOrder}
          isQuiet={({ suspended }) => suspended}
        />
      </div>
      <DetailDrawer opened={chosen !== null} title={chosen?.name} onClose={() => setChosen(null)}>
        {chosen && team && (
          <MemberDetail
            key={chosen.id}
            member={chosen}
            team={team}
            isSelf={chosen.id === ownId}
            onChange={(changed) => {
              setChosen(changed && { ...chosen, ...changed });
              void members.refetch();
            }}
          />
        )}
      </DetailDrawer>
      <Modal
        opened={dialog !== null}
        onClose={() => setDialog(null)}
        title={t(dialog === 'create' ? 'teamMember.create' : 'teamMember.invite')}
        size={dialog === 'create' ? 'sm' : 640}
        closeButtonProps={{ 'aria-label': t('teamMember.close') }}
      >
        {dialog === 'invite' && team && <InviteTab team={team} />}
        {dialog === 'create' && team && (
          <CreateMemberForm
            roles={team.abilities.invite}
            onCreated={() => {
              setDialog(null);
              void members.refetch();
            }}
          />
        )}
      </Modal>
    </>
  );
}
