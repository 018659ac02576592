import { IconAdjustments, IconChartBar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { withApi } from '../../lib/ApiProvider.tsx';
import { SideNavFrame } from './SideNavFrame.tsx';

/** The frame of a person's own settings. */
function SettingLayout() {
  const { t } = useTranslation('settings');
  const { t: tUsage } = useTranslation('usage');
  const entries = [
    { to: '/userSetting/general', icon: IconAdjustments, label: t('general') },
    { to: '/userSetting/usage', icon: IconChartBar, label: tUsage('title') },
  ];
  return (
    <SideNavFrame title={t('title')} entries={entries}>
      <Outlet />
    </SideNavFrame>
  );
}

export default withApi(SettingLayout);
