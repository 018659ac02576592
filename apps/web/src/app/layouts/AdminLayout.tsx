import { Button, Text, Title } from '@mantine/core';
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
import { Link, Outlet } from 'react-router';
import { currentTeamOf, useSession } from '../../lib/session/session.ts';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { StatusPage } from '../../ui/page/StatusPage.tsx';
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

/** The frame of what owners and admins of the current team see; others are told so. */
export default function AdminLayout() {
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
      <ScreenTitle title={t('denied.title')} />
      <StatusPage>
        <Title order={1}>{t('denied.title')}</Title>
        <Text c="dimmed" mt="xs">
          {t('denied.words')}
        </Text>
        <Button component={Link} to="/home" variant="default" mt="lg">
          {t('denied.home')}
        </Button>
      </StatusPage>
    </main>
  );
}
