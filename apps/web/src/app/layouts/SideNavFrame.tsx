import { type Icon, IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { loadProfile } from '../../entities/session/profile.ts';
import { useWorkspaceLive } from '../../entities/workspace/live.ts';
import { useSession } from '../../lib/session/session.ts';
import { NavItem } from '../../ui/NavItem.tsx';
import { RouteAnnouncer } from '../../ui/page/RouteAnnouncer.tsx';
import { MAIN_ID, SkipLink } from '../../ui/page/SkipLink.tsx';
import { useIsPhone } from '../../ui/page/shell.ts';
import { applyNews } from './news.ts';
import classes from './SideNavFrame.module.css';
import { useMainFocus } from './use-main-focus.ts';

export interface SideNavEntry {
  to: string;
  icon: Icon;
  label: string;
}

interface SideNavFrameProps {
  /** Title of the group of screens. */
  title: string;
  entries: SideNavEntry[];
  children: ReactNode;
}

/** Screens apart from the workspace: their list at the side, on a phone above, and the way back. */
export function SideNavFrame({ title, entries, children }: SideNavFrameProps) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  // One address may show a list, or one thing of it.
  const main = useMainFocus(`${pathname} ${new URLSearchParams(search).get('provider') ?? ''}`);
  const isPhone = useIsPhone();
  const teamId = useSession((state) => state.user.currentTeamId);
  useWorkspaceLive(teamId, loadProfile, applyNews);
  const back = (
    <Link to="/home" className={classes.back}>
      <IconArrowLeft size={16} stroke={1.75} aria-hidden />
      {t('back')}
    </Link>
  );
  const row = useRef<HTMLElement>(null);
  // On a phone the open entry may be scrolled out of view.
  useEffect(() => {
    const here = isPhone && pathname && row.current?.querySelector('[aria-current]');
    if (here) here.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isPhone, pathname]);
  const items = entries.map((entry) => <NavItem key={entry.to} {...entry} anyView />);

  return (
    <div className={classes.frame}>
      <SkipLink main={main} />
      {isPhone ? (
        <header className={classes.header}>
          {back}
          {entries.length > 1 && (
            <nav ref={row} className={classes.row} aria-label={title}>
              {items}
            </nav>
          )}
        </header>
      ) : (
        <nav className={classes.sidebar} aria-label={title}>
          {back}
          <p className={classes.title}>{title}</p>
          {items}
        </nav>
      )}
      <main id={MAIN_ID} ref={main} tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <RouteAnnouncer />
    </div>
  );
}
