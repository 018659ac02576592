import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { TeamDetails, TeamMember } from '@tandem/shared/team/schema';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Pages, withEntry } from '../../entities/team/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { api } from '../../lib/trpc.ts';
import { MemberRow } from './MemberRow.tsx';
import { PagedList } from './PagedList.tsx';
import classes from './PeopleDialog.module.css';

const PAGE_SIZE = 50;

/** All members of the team, by name. */
export function MemberList({ team }: { team: TeamDetails }) {
  const { t } = useTranslation('team');
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const queryKey = ['team.members', team.id, query];
  const members = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api.team.members.query(
        { limit: PAGE_SIZE, ...(query !== '' && { query }), ...(pageParam !== '' && { cursor: pageParam }) },
        { signal, context: { silent: true } },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const list = members.data?.pages.flatMap((page) => page.list) ?? [];
  const apply = (id: number, member: TeamMember | null) =>
    queryClient.setQueryData<Pages<TeamMember>>(queryKey, (held) => withEntry(held, id, member));

  return (
    <>
      <TextInput
        data-autofocus
        className={classes.search ?? ''}
        aria-label={t('people.search')}
        placeholder={t('people.search')}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <PagedList
        label={t('people.members')}
        none={t('people.none')}
        query={members}
        rows={list.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            team={team}
            onChange={(next) => apply(member.id, next)}
          />
        ))}
      />
    </>
  );
}
