import { IconAdjustments, IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router';
import { loadProfile } from '../../features/session/profile.ts';
import { useWorkspaceLive } from '../../features/workspace/live.ts';
import { useSession } from '../../lib/session.ts';
import { NavItem } from '../../ui/NavItem.tsx';
import { RouteAnnouncer } from '../../ui/RouteAnnouncer.tsx';
import { useIsPhone } from '../../ui/shell.ts';
import { applyNews } from './news.ts';
import classes from './SettingLayout.module.css';
import { useMainFocus } from './use-main-focus.ts';

/** The frame of a person's own settings: their screens at the left, and the way back. */
export default function SettingLayout() {
  const { t } = useTranslation('settings');
  const { pathname } = useLocation();
  const main = useMainFocus(pathname);
  const isPhone = useIsPhone();
  const teamId = useSession((state) => state.user.currentTeamId);
  useWorkspaceLive(teamId, loadProfile, applyNews);
  const back = (
    <Link to="/home" className={classes.back}>
      <IconArrowLeft size={16} stroke={1.75} aria-hidden />
      {t('back')}
    </Link>
  );

  return (
    <div className={classes.frame}>
      {isPhone ? (
        <header className={classes.header}>{back}</header>
      ) : (
        <nav className={classes.sidebar} aria-label={t('nav')}>
          {back}
          <h2 className={classes.title}>{t('title')}</h2>
          <NavItem to="/userSetting/general" icon={IconAdjustments} label={t('general')} />
        </nav>
      )}
      <main ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <RouteAnnouncer />
    </div>
  );
}
