import type { Invitation } from '@tandem/shared/invitation/schema';
import type { TeamDetails } from '@tandem/shared/team/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Pages, withEntry } from '../../entities/team/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { api } from '../../lib/trpc.ts';
import { InvitationRow } from './InvitationRow.tsx';
import { InviteForm } from './InviteForm.tsx';
import { PagedList } from './PagedList.tsx';
import classes from './PeopleDialog.module.css';

/** Invites people, and shows whose invitations are open. */
export function InviteTab({ team }: { team: TeamDetails }) {
  const { t } = useTranslation('team');
  const queryKey = ['invitation.list', team.id];
  const invitations = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api.invitation.list.query(pageParam === '' ? {} : { cursor: pageParam }, {
        signal,
        context: { silent: true },
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const list = invitations.data?.pages.flatMap((page) => page.list) ?? [];
  const apply = (id: string, invitation: Invitation | null) =>
    queryClient.setQueryData<Pages<Invitation>>(queryKey, (held) => withEntry(held, id, invitation));
  /** An invitation that was already open moves to the top. */
  const add = (invitation: Invitation) =>
    queryClient.setQueryData<Pages<Invitation>>(queryKey, (held) => {
      const rest = withEntry(held, invitation.id, null);
      const [first, ...pages] = rest?.pages ?? [];
      return rest && first
        ? { ...rest, pages: [{ ...first, list: [invitation, ...first.list] }, ...pages] }
        : rest;
    });

  return (
    <>
      <InviteForm roles={team.abilities.invite} onInvited={add} />
      <h3 className={classes.heading}>{t('pending.label')}</h3>
      <PagedList
        label={t('pending.label')}
        none={t('pending.none')}
        query={invitations}
        rows={list.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            onChange={(next) => apply(invitation.id, next)}
          />
        ))}
      />
    </>
  );
}
