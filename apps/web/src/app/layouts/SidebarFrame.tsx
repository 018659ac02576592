import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHome, IconLayoutSidebar, IconSparkles, IconTrash, IconUsers, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BIN_PATH, SHARED_PATH } from '../../entities/workspace/path.ts';
import { NoticeBell } from '../../features/notice/NoticeBell.tsx';
import { SearchButton } from '../../features/search/SearchButton.tsx';
import WorkspaceSidebar from '../../features/workspace/Sidebar.tsx';
import { useHasShared } from '../../features/workspace/use-rows.ts';
import { NavItem } from '../../ui/NavItem.tsx';
import { phoneDrawer } from '../../ui/page/phone-drawer.ts';
import { setDrawer, setSidebar, useIsPhone, useShell } from '../../ui/page/shell.ts';
import classes from './SidebarFrame.module.css';
import { TeamMenu } from './TeamMenu.tsx';
import { UserMenu } from './UserMenu.tsx';

/** The sidebar: beside the content, or as a drawer on a phone. */
export function SidebarFrame() {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const sidebar = useShell((state) => state.sidebar);
  const drawer = useShell((state) => state.drawer);
  if (isPhone) {
    return (
      <phoneDrawer.Part
        opened={drawer}
        onClose={() => setDrawer(false)}
        size="min(19rem, 86vw)"
        attributes={{ content: { 'aria-label': t('sidebar.label') } }}
        classNames={{ body: classes.drawer ?? '' }}
      >
        <SidebarBody onHide={() => setDrawer(false)} />
      </phoneDrawer.Part>
    );
  }
  if (!sidebar) return null;
  return (
    <div className={classes.sidebar}>
      <SidebarBody onHide={() => setSidebar(false)} />
    </div>
  );
}

function SidebarBody({ onHide }: { onHide: () => void }) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const inTree = useHasShared();
  const hide = t('sidebar.hide');
  const HideIcon = isPhone ? IconX : IconLayoutSidebar;
  return (
    <nav className={classes.body} aria-label={t('sidebar.label')}>
      <div className={classes.top}>
        <TeamMenu />
        <NoticeBell />
        <Tooltip label={hide}>
          <ActionIcon aria-label={hide} size={isPhone ? 36 : 28} onClick={onHide}>
            <HideIcon size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.links}>
        <SearchButton />
        <NavItem to="/home" icon={IconHome} label={t('nav.home')} />
        <NavItem to="/assistant" icon={IconSparkles} label={t('nav.assistants')} />
        {/* Links to the section's page where the tree has entries of it. */}
        {!inTree && <NavItem to={SHARED_PATH} icon={IconUsers} label={t('nav.shared')} />}
      </div>
      <div className={classes.tree}>
        <WorkspaceSidebar />
      </div>
      <div className={classes.bottom}>
        <NavItem to={BIN_PATH} icon={IconTrash} label={t('nav.bin')} />
        <UserMenu />
      </div>
    </nav>
  );
}
