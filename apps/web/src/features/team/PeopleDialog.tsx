import '@mantine/core/styles/Tabs.layer.css';
import { Modal, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTeam } from '../../entities/team/queries.ts';
import { useTopmost } from '../../ui/focus/use-topmost.ts';
import { useIsPhone } from '../../ui/page/shell.ts';
import { InviteTab } from './InviteTab.tsx';
import { JoiningForm } from './JoiningForm.tsx';
import { MemberList } from './MemberList.tsx';
import classes from './PeopleDialog.module.css';

/** The members of the team; for administrators also the invitations, and the rules for joining without one. */
export default function PeopleDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('team');
  const isPhone = useIsPhone();
  const [dialog] = useState({});
  const isTopmost = useTopmost(dialog, true);
  const team = useTeam();
  const invites = (team?.abilities.invite.length ?? 0) > 0;
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={isTopmost}
      title={t('people.title')}
      size={640}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ body: classes.body ?? '' }}
    >
      {team && !invites && <MemberList team={team} />}
      {team && invites && (
        <Tabs defaultValue="members" keepMounted={false} className={classes.tabs ?? ''}>
          <Tabs.List>
            <Tabs.Tab value="members">{t('people.members')}</Tabs.Tab>
            <Tabs.Tab value="invitations">{t('people.invitations')}</Tabs.Tab>
            {team.abilities.preference && <Tabs.Tab value="joining">{t('people.joining')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="members">
            <MemberList team={team} />
          </Tabs.Panel>
          <Tabs.Panel value="invitations">
            <InviteTab team={team} />
          </Tabs.Panel>
          {team.abilities.preference && (
            <Tabs.Panel value="joining">
              <JoiningForm />
            </Tabs.Panel>
          )}
        </Tabs>
      )}
    </Modal>
  );
}
