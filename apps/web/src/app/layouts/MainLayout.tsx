import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { loadProfile } from '../../features/session/profile.ts';
import { useWorkspaceLive } from '../../features/workspace/live.ts';
import { useSession } from '../../lib/session.ts';
import { RouteAnnouncer } from '../../ui/RouteAnnouncer.tsx';
import { setDrawer, useShell } from '../../ui/shell.ts';
import { GlobalShortcuts } from './GlobalShortcuts.tsx';
import classes from './MainLayout.module.css';
import { SidebarFrame } from './SidebarFrame.tsx';
import { useMainFocus } from './use-main-focus.ts';

const MAIN_ID = 'main';

function takePanelPlace(panelPlace: HTMLElement | null): void {
  useShell.setState({ panelPlace });
}

/** The frame of the product: sidebar, content, and room for a panel at the right. */
export default function MainLayout() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const main = useMainFocus(pathname);
  const teamId = useSession((state) => state.user.currentTeamId);
  useWorkspaceLive(teamId, loadProfile);
  // Going somewhere closes the drawer that led there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the occasion
  useEffect(() => setDrawer(false), [pathname]);

  return (
    <div className={classes.frame}>
      <a href={`#${MAIN_ID}`} className={classes.skip} onClick={() => main.current?.focus()}>
        {t('skip')}
      </a>
      <SidebarFrame />
      <main id={MAIN_ID} ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <aside ref={takePanelPlace} className={classes.panel} />
      <GlobalShortcuts />
      <RouteAnnouncer />
    </div>
  );
}
