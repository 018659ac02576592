import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { useTeam } from '../../entities/team/queries.ts';
import { AuditLog } from '../../features/audit/AuditLog.tsx';
import page from '../../ui/page/Page.module.css';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { InstallationSettings } from './InstallationSettings.tsx';

/** `/admin/setting`: what operators decide of the installation, and the audit log of the team. */
export default function SettingScreen() {
  const { t } = useTranslation('admin');
  const [params, setParams] = useSearchParams();
  const team = useTeam();
  if (!team) return <ScreenTitle title={t('setting.title')} />;
  const operates = team.abilities.createTeam;
  const view = params.get('view') === 'audit' || !operates ? 'audit' : 'installation';
  const title = t(`setting.tabs.${view}`);
  return (
    <>
      <ScreenTitle title={view === 'audit' ? title : t('setting.title')} />
      <ConnectionNotice />
      <div className={page.page} data-narrow={view !== 'audit' || undefined}>
        <h1 className={page.title}>{operates ? t('setting.title') : title}</h1>
        {operates ? (
          <Tabs
            value={view}
            keepMounted={false}
            onChange={(next) => setParams(next === 'audit' ? { view: 'audit' } : {})}
          >
            <Tabs.List>
              <Tabs.Tab value="installation">{t('setting.tabs.installation')}</Tabs.Tab>
              <Tabs.Tab value="audit">{t('setting.tabs.audit')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="installation" pt="lg">
              <InstallationSettings />
            </Tabs.Panel>
            <Tabs.Panel value="audit" pt="lg">
              <AuditLog ofInstallation />
            </Tabs.Panel>
          </Tabs>
        ) : (
          <AuditLog />
        )}
      </div>
    </>
  );
}
