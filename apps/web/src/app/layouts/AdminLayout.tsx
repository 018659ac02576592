import {
  IconAdjustments,
  IconApps,
  IconChartLine,
  IconCpu,
  IconPlug,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { withApi } from '../../lib/ApiProvider.tsx';
import { currentTeamOf, useSession } from '../../lib/session/session.ts';
import { StatusMessage } from '../../ui/page/StatusMessage.tsx';
import { SideNavFrame } from './SideNavFrame.tsx';

/** The administrators' screens, in the order of their list. */
const pages = [
  ['overview', IconChartLine],
  ['application', IconApps],
  ['modelProvider', IconCpu],
  ['mcp', IconPlug],
  ['teamMember', IconUsers],
  ['setting', IconSettings],
  ['preference', IconAdjustments],
] as const;

/**
 * The layout of the administration screens, for owners and admins of the current team; others see a notice.
 */
function AdminLayout() {
  const { t } = useTranslation('admin');
  const role = useSession((state) => currentTeamOf(state.user)?.role);
  if (role !== 'owner' && role !== 'admin') return <Denied />;
  const entries = pages.map(([name, icon]) => ({ to: `/admin/${name}`, icon, label: t(`nav.${name}`) }));
  return (
    <SideNavFrame title={t('title')} entries={entries}>
      <Outlet />
    </SideNavFrame>
  );
}

function Denied() {
  const { t } = useTranslation('admin');
  return (
    <main>
      <StatusMessage
        title={t('denied.title')}
        words={t('denied.words')}
        way={{ to: '/home', label: t('denied.home') }}
      />
    </main>
  );
}

export default withApi(AdminLayout);
