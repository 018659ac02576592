import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from './page-title.ts';
import classes from './ScreenHeader.module.css';
import { setDrawer, setSidebar, useIsPhone, useShell } from './shell.ts';

interface ScreenHeaderProps {
  /** The screen's name, or what replaces it. */
  children?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
}

/** The row at the top of a screen; on it is the way to the sidebar when that is out of sight. */
export function ScreenHeader({ children, actions }: ScreenHeaderProps) {
  return (
    <header className={classes.header}>
      <SidebarOpener />
      <div className={classes.title}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

function SidebarOpener() {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const sidebar = useShell((state) => state.sidebar);
  const drawer = useShell((state) => state.drawer);
  const waiting = usePageTitle((state) => state.waiting);
  if (!isPhone && sidebar) return null;
  const label = t('sidebar.show');
  const Icon = isPhone ? IconMenu2 : IconLayoutSidebar;
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={waiting === '' ? label : t('sidebar.showWaiting', { waiting })}
        className={classes.opener ?? ''}
        data-waiting={waiting !== '' || undefined}
        aria-expanded={isPhone ? drawer : false}
        size={isPhone ? 36 : 28}
        onClick={() => (isPhone ? setDrawer(true) : setSidebar(true))}
      >
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
