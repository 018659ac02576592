import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { pathOf } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { AppAssistants } from '../../features/assistant/AppAssistants.tsx';
import { BackLink } from '../../ui/page/BackLink.tsx';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { ScrollColumn } from '../../ui/page/ScrollColumn.tsx';
import { SettingPage } from '../../ui/page/SettingPage.tsx';
import { AccessSection } from './AccessSection.tsx';
import { AppForm } from './AppForm.tsx';
import classes from './AppSettingScreen.module.css';
import { ChannelBin } from './ChannelBin.tsx';
import { DangerSection } from './DangerSection.tsx';
import { GoneApp } from './GoneApp.tsx';

/** `/s/{appId}/setting`: what an app is called, which assistants answer, who sees it, and its end. */
export default function AppSettingScreen() {
  const { t } = useTranslation('workspace');
  const { appId = '' } = useParams();
  const app = useWorkspace((state) => state.tree.apps.get(appId));
  const phase = useWorkspace((state) => state.phase);

  if (!app && phase === 'ready') return <GoneApp />;
  return (
    <>
      <ScreenHeader>{app && <BackLink to={pathOf.app(app)}>{app.name}</BackLink>}</ScreenHeader>
      <ConnectionNotice />
      {app && (
        <>
          <ScreenTitle title={t('setting.title', { name: app.name })} />
          <ScrollColumn width="40rem">
            <h1 className={classes.title}>{t('app.settings')}</h1>
            {!app.abilities.edit && <p className={classes.words}>{t('setting.viewOnly')}</p>}
            <SettingPage>
              <AppForm key={app.id} app={app} />
            </SettingPage>
            {app.abilities.edit && <AppAssistants appId={app.id} />}
            {app.personal ? (
              <p className={classes.words}>{t('setting.personal')}</p>
            ) : (
              <AccessSection appId={app.id} />
            )}
            {app.abilities.edit && <ChannelBin appId={app.id} />}
            {app.abilities.manage && <DangerSection app={app} />}
          </ScrollColumn>
        </>
      )}
    </>
  );
}
