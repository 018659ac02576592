import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconChartLine,
  IconDoorExit,
  IconPencil,
  IconPlus,
  IconSelector,
  IconUsers,
} from '@tabler/icons-react';
import { teamRoleSchema } from '@tandem/shared/team/schema';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useTeam } from '../../entities/team/queries.ts';
import { showTeamDialog } from '../../entities/team/store.ts';
import { currentTeamOf, useSession } from '../../lib/session/session.ts';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import classes from './menus.module.css';
import { switchTeam } from './switch-team.ts';

/** The current team and its people; a person in several teams switches between them here. */
export function TeamMenu() {
  const { t } = useTranslation(['common', 'team', 'admin']);
  const navigate = useNavigate();
  const user = useSession((state) => state.user);
  const { name, logo } = currentTeamOf(user) ?? { name: '', logo: '' };
  const abilities = useTeam()?.abilities;

  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.target ?? ''} aria-label={t('team.menu', { name })}>
          <Portrait name={name} avatar={logo} size={22} square />
          <span className={classes.teamName}>{name}</span>
          <IconSelector size={14} stroke={1.75} aria-hidden className={classes.hint ?? ''} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {user.teams.length > 1 && (
          <>
            <Menu.Label>{t('team.label')}</Menu.Label>
            <Menu.RadioGroup
              value={user.currentTeamId}
              onChange={(teamId) => void switchTeam(teamId, navigate)}
            >
              {user.teams.map(({ teamId, name: teamName, role }) => (
                <Menu.RadioItem
                  key={teamId}
                  value={teamId}
                  closeMenuOnClick
                  rightSection={
                    <span className={classes.role}>{t(`team:role.${teamRoleSchema.parse(role)}`)}</span>
                  }
                >
                  {teamName}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Divider />
          </>
        )}
        {abilities?.members && (
          <Menu.Item
            leftSection={<IconUsers size={16} stroke={1.75} />}
            onClick={() => showTeamDialog('people')}
          >
            {t('team:menu.people')}
          </Menu.Item>
        )}
        {abilities?.rename && (
          <Menu.Item
            component={Link}
            to="/admin/overview"
            leftSection={<IconChartLine size={16} stroke={1.75} />}
          >
            {t('admin:enter')}
          </Menu.Item>
        )}
        {abilities?.rename && (
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.75} />}
            onClick={() => showTeamDialog('rename')}
          >
            {t('team:menu.rename')}
          </Menu.Item>
        )}
        {abilities?.createTeam && (
          <Menu.Item
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() => showTeamDialog('create')}
          >
            {t('team:menu.create')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconDoorExit size={16} stroke={1.75} />}
          onClick={() => showTeamDialog('leave')}
        >
          {t('team:menu.leave')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
