import { Menu, UnstyledButton } from '@mantine/core';
import { IconKeyboard, IconLogout, IconSelector, IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { signOut } from '../../entities/session/sign-out.ts';
import { useSession } from '../../lib/session/session.ts';
import { PreferenceItems } from '../../screens/preference/PreferenceItems.tsx';
import { useIsPhone } from '../../ui/page/shell.ts';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import { ShortcutKeys } from '../../ui/shortcuts/ShortcutKeys.tsx';
import { showShortcuts } from './GlobalShortcuts.tsx';
import classes from './menus.module.css';

/** The signed-in person, and what concerns them alone. */
export function UserMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const user = useSession((state) => state.user);

  async function leave() {
    // A failure shows as a toast, and the session remains.
    await signOut().then(
      () => navigate('/login', { replace: true }),
      () => {},
    );
  }

  return (
    <Menu position="top-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.target ?? ''} aria-label={t('user.menu', { name: user.name })}>
          <Portrait name={user.name} avatar={user.avatar} size={24} />
          <span className={classes.name}>{user.name}</span>
          <IconSelector size={14} stroke={1.75} aria-hidden className={classes.hint ?? ''} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.email ?? ''}>{user.email}</Menu.Label>
        <Menu.Item
          component={Link}
          to="/userSetting/general"
          leftSection={<IconSettings size={16} stroke={1.75} />}
        >
          {t('user.settings')}
        </Menu.Item>
        <PreferenceItems />
        {!isPhone && (
          <Menu.Item
            leftSection={<IconKeyboard size={16} stroke={1.75} />}
            rightSection={<ShortcutKeys keys="?" />}
            onClick={showShortcuts}
          >
            {t('shortcut.title')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={() => void leave()}>
          {t('user.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
