import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { loadProfile } from '../../entities/session/profile.ts';
import { useWorkspaceLive } from '../../entities/workspace/live.ts';
import { DatasetDialogs } from '../../features/dataset/DatasetDialogs.tsx';
import { ExchangeDialogs } from '../../features/exchange/ExchangeDialogs.tsx';
import { NoticeDrawer } from '../../features/notice/NoticeDrawer.tsx';
import { ShareDialog } from '../../features/share/ShareDialog.tsx';
import { TeamDialogs } from '../../features/team/TeamDialogs.tsx';
import { TemplateDialogs } from '../../features/template/TemplateDialogs.tsx';
import { WorkspaceDialogs } from '../../features/workspace/dialogs/WorkspaceDialogs.tsx';
import { withApi } from '../../lib/ApiProvider.tsx';
import { useSession } from '../../lib/session/session.ts';
import { LightboxHost } from '../../ui/files/LightboxHost.tsx';
import { lazyPart } from '../../ui/page/lazy-part.tsx';
import { RouteAnnouncer } from '../../ui/page/RouteAnnouncer.tsx';
import { MAIN_ID, SkipLink } from '../../ui/page/SkipLink.tsx';
import { setDrawer, useShell } from '../../ui/page/shell.ts';
import { GlobalShortcuts } from './GlobalShortcuts.tsx';
import classes from './MainLayout.module.css';
import { applyNews } from './news.ts';
import { PaletteHost } from './PaletteHost.tsx';
import { SidebarFrame } from './SidebarFrame.tsx';
import { useMainFocus } from './use-main-focus.ts';

const noTeam = lazyPart('noTeam', () => import('../../features/team/NoTeam.tsx'));

function takePanelPlace(panelPlace: HTMLElement | null): void {
  useShell.setState({ panelPlace });
}

/** The frame of the product: sidebar, content, and room for a panel at the right. */
function MainLayout() {
  const { pathname, search } = useLocation();
  // One address may show several views.
  const place = `${pathname} ${new URLSearchParams(search).get('view') ?? ''}`;
  const main = useMainFocus(place);
  const teamId = useSession((state) => state.user.currentTeamId);
  useWorkspaceLive(teamId, loadProfile, applyNews);
  // Going somewhere closes the drawer that led there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the occasion
  useEffect(() => setDrawer(false), [place]);

  if (teamId === null) return <noTeam.Part />;
  return (
    <div className={classes.frame}>
      <SkipLink main={main} />
      <SidebarFrame />
      <main id={MAIN_ID} ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <div ref={takePanelPlace} className={classes.panel} data-panel-place />
      <NoticeDrawer />
      <PaletteHost />
      <WorkspaceDialogs />
      <ShareDialog />
      <TeamDialogs />
      <TemplateDialogs />
      <ExchangeDialogs />
      <DatasetDialogs />
      <LightboxHost />
      <GlobalShortcuts />
      <RouteAnnouncer />
    </div>
  );
}

export default withApi(MainLayout);
