import { useMantineColorScheme } from '@mantine/core';
import {
  IconChartLine,
  IconDeviceDesktop,
  IconEdit,
  IconHome,
  IconKeyboard,
  IconLanguage,
  IconLayoutSidebar,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSettings,
  IconSun,
  IconSwitchHorizontal,
  IconUsers,
  IconZoomQuestion,
} from '@tabler/icons-react';
import type { AppType } from '@tandem/shared/app/schema';
import { languages } from '@tandem/shared/user/schema';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { chooseWorkspace } from '../../entities/model/workspace-choice.ts';
import { signOut } from '../../entities/session/sign-out.ts';
import { useTeam } from '../../entities/team/queries.ts';
import { showTeamDialog } from '../../entities/team/store.ts';
import { createChannel } from '../../entities/workspace/actions.ts';
import { pathOf } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import type { Command } from '../../features/search/items.ts';
import { chooseLanguage } from '../../lib/i18n/choose-language.ts';
import { useSession } from '../../lib/session/session.ts';
import { schemeOf, type ThemeChoice } from '../../theme/color-scheme.ts';
import { languageNames } from '../../ui/languages.ts';
import { setSidebar, useIsPhone, useShell } from '../../ui/page/shell.ts';
import { showShortcuts } from './GlobalShortcuts.tsx';
import { switchTeam } from './switch-team.ts';

const themes = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['system', IconDeviceDesktop],
] as const satisfies readonly [ThemeChoice, unknown][];

const newIn: Partial<Record<AppType, 'command.newDocument' | 'command.newSource' | 'command.newTask'>> = {
  note: 'command.newDocument',
  chatpdf: 'command.newSource',
  agent: 'command.newTask',
};

/** The commands available everywhere, by name. */
export function useCommands(): Command[] {
  const { t, i18n } = useTranslation('search');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isPhone = useIsPhone();
  const user = useSession((state) => state.user);
  const { setColorScheme } = useMantineColorScheme();
  const appId = matchPath('/:segment/:appId/*', pathname)?.params.appId;
  const abilities = useTeam()?.abilities;
  const app = useWorkspace((state) => state.tree.apps.get(appId ?? ''));
  // Home has a composer only for people who may start a chat somewhere.
  const mayBegin = useWorkspace(
    ({ phase, tree }) =>
      phase !== 'ready' ||
      [...tree.apps.values()].some(({ type, abilities: may }) => type === 'chat' && may.createChannel),
  );

  const commands: (Command | false | undefined)[] = [
    mayBegin && { id: 'newChat', label: t('command.newChat'), icon: IconEdit, run: () => navigate('/home') },
    mayBegin && {
      id: 'askWorkspace',
      label: t('command.askWorkspace'),
      icon: IconZoomQuestion,
      run: () => {
        chooseWorkspace('home', true);
        navigate('/home');
      },
    },
    app?.abilities.createChannel && {
      id: 'newChannel',
      label: t(newIn[app.type] ?? 'command.newChannel', { app: app.name }),
      icon: IconPlus,
      // A failure shows as a toast.
      run: () =>
        void createChannel(app.id, null, user.id).then(
          (channel) => navigate(pathOf.channel(channel)),
          () => {},
        ),
    },
    { id: 'home', label: t('command.home'), icon: IconHome, run: () => navigate('/home') },
    abilities?.members && {
      id: 'people',
      label: t(abilities.invite.length > 0 ? 'command.invite' : 'command.people'),
      icon: IconUsers,
      run: () => showTeamDialog('people'),
    },
    {
      id: 'settings',
      label: t('command.settings'),
      icon: IconSettings,
      run: () => navigate('/userSetting/general'),
    },
    abilities?.rename && {
      id: 'administration',
      label: t('command.administration'),
      icon: IconChartLine,
      run: () => navigate('/admin/overview'),
    },
    ...user.teams
      .filter(({ teamId }) => teamId !== user.currentTeamId)
      .map(
        ({ teamId, name }): Command => ({
          id: `team:${teamId}`,
          label: t('command.team', { team: name }),
          icon: IconSwitchHorizontal,
          run: () => void switchTeam(teamId, navigate),
        }),
      ),
    ...themes.map(
      ([choice, icon]): Command => ({
        id: `theme:${choice}`,
        label: t(`command.${choice}`),
        icon,
        run: () => setColorScheme(schemeOf(choice)),
      }),
    ),
    ...languages
      .filter((language) => language !== i18n.language)
      .map(
        (language): Command => ({
          id: `language:${language}`,
          label: t('command.language', { language: languageNames[language] }),
          icon: IconLanguage,
          run: () => void chooseLanguage(language),
        }),
      ),
    !isPhone && {
      id: 'sidebar',
      label: t('command.sidebar'),
      icon: IconLayoutSidebar,
      keys: 'mod+\\',
      run: () => setSidebar(!useShell.getState().sidebar),
    },
    !isPhone && {
      id: 'shortcuts',
      label: t('command.shortcuts'),
      icon: IconKeyboard,
      keys: '?',
      run: showShortcuts,
    },
    {
      id: 'signOut',
      label: t('command.signOut'),
      icon: IconLogout,
      // A failure shows as a toast, and the session remains.
      run: () =>
        void signOut().then(
          () => navigate('/login', { replace: true }),
          () => {},
        ),
    },
  ];
  return commands.filter((command): command is Command => Boolean(command));
}
