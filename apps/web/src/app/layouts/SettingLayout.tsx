import { IconAdjustments } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { SideNavFrame } from './SideNavFrame.tsx';

/** The frame of a person's own settings. */
export default function SettingLayout() {
  const { t } = useTranslation('settings');
  const entries = [{ to: '/userSetting/general', icon: IconAdjustments, label: t('general') }];
  return (
    <SideNavFrame title={t('title')} entries={entries}>
      <Outlet />
    </SideNavFrame>
  );
}
