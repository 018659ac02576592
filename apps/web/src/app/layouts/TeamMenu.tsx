import { Menu, UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { loadProfile } from '../../features/session/profile.ts';
import { queryClient } from '../../lib/query-client.ts';
import { currentTeamOf, useSession } from '../../lib/session.ts';
import { api } from '../../lib/trpc.ts';
import { Portrait } from '../../ui/Portrait.tsx';
import classes from './menus.module.css';

/** The team at hand; a person of several teams goes from one to another here. */
export function TeamMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useSession((state) => state.user);
  const team = currentTeamOf(user);
  const name = team?.name ?? '';

  async function go(teamId: string) {
    try {
      await api.user.update.mutate({ currentTeamId: teamId });
    } catch {
      // The call itself showed why.
      return;
    }
    await loadProfile();
    queryClient.clear();
    navigate('/home');
  }

  if (user.teams.length < 2) {
    return (
      <div className={classes.team}>
        <Portrait name={name} avatar="" size={22} square />
        <span className={classes.teamName}>{name}</span>
      </div>
    );
  }
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.target ?? ''} aria-label={t('team.menu', { name })}>
          <Portrait name={name} avatar="" size={22} square />
          <span className={classes.teamName}>{name}</span>
          <IconSelector size={14} stroke={1.75} aria-hidden className={classes.hint ?? ''} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('team.label')}</Menu.Label>
        <Menu.RadioGroup value={user.currentTeamId} onChange={(teamId) => void go(teamId)}>
          {user.teams.map(({ teamId, name: teamName }) => (
            <Menu.RadioItem key={teamId} value={teamId} closeMenuOnClick>
              {teamName}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
