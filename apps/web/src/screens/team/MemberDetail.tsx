import { Button } from '@mantine/core';
import type { RosterMember } from '@tandem/shared/team/roster';
import type { TeamDetails, TeamMember } from '@tandem/shared/team/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BudgetPanel } from '../../entities/budget/BudgetPanel.tsx';
import { MemberMenu } from '../../features/team/MemberMenu.tsx';
import { useStanding } from '../../features/team/use-standing.tsx';
import { localeOf } from '../../lib/i18n/locale.ts';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import classes from '../../ui/admin/AdminTable.module.css';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';

interface MemberDetailProps {
  member: RosterMember;
  team: TeamDetails;
  isSelf: boolean;
  /** Called with the changed fields; null: they are gone. */
  onChange(changed: Partial<RosterMember> | TeamMember | null): void;
}

/** One member in the administration: role, devices and budget, with the actions. */
export function MemberDetail({ member, team, isSelf, onChange }: MemberDetailProps) {
  const { t, i18n } = useTranslation(['admin', 'team']);
  const [asking, setAsking] = useState(false);
  const { id: userId, name, abilities } = member;
  const standing = useStanding({ member, team, onChange });
  const date = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium' });
  return (
    <div className={classes.detail}>
      <dl className={classes.facts}>
        <dt>{t('teamMember.email')}</dt>
        <dd>{member.email}</dd>
        <dt>{t('teamMember.role')}</dt>
        <dd>
          {abilities.roles.length > 0 ? (
            <MemberMenu member={member} team={team} isSelf={isSelf} roleOnly onChange={onChange} />
          ) : (
            t(`team:role.${member.role}`)
          )}
        </dd>
        <dt>{t('teamMember.state')}</dt>
        <dd>{t(member.suspended ? 'teamMember.suspended' : 'teamMember.active')}</dd>
        <dt>{t('teamMember.lastSeenAt')}</dt>
        <dd>{member.lastSeenAt ? <RelativeTime date={member.lastSeenAt} /> : t('teamMember.never')}</dd>
        <dt>{t('teamMember.joinedAt')}</dt>
        <dd>{date.format(member.joinedAt)}</dd>
        <dt>{t('teamMember.sessions')}</dt>
        <dd>{member.sessions}</dd>
      </dl>
      {(abilities.suspend || abilities.remove) && (
        <div className={classes.buttons}>
          {abilities.suspend && (
            <>
              <Button variant="default" disabled={member.sessions === 0} onClick={() => setAsking(true)}>
                {t('teamMember.signOut')}
              </Button>
              <Button
                variant="default"
                onClick={() => (member.suspended ? standing.resume() : standing.ask('suspend'))}
              >
                {t(member.suspended ? 'team:people.resume' : 'team:people.suspend')}
              </Button>
            </>
          )}
          {abilities.remove && (
            <Button variant="default" c="var(--mantine-color-error)" onClick={() => standing.ask('remove')}>
              {t('team:people.remove')}
            </Button>
          )}
        </div>
      )}
      {standing.question}
      <BudgetPanel scope="user" userId={userId} />
      {asking && (
        <ConfirmDialog
          title={t('teamMember.signOutTitle', { name })}
          words={t('teamMember.signOutWords')}
          confirm={t('teamMember.signOut')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const { ended } = await api.team.signMemberOut.mutate({ userId });
            toast.success(t('teamMember.signedOut', { count: ended }));
            onChange({ sessions: 0 });
          }}
        />
      )}
    </div>
  );
}
