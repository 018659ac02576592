import { ActionIcon, Tooltip } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { ScreenTitle } from '../../ui/ScreenTitle.tsx';
import { StartComposer } from '../channel/StartComposer.tsx';
import { ConnectionNotice } from '../live/ConnectionNotice.tsx';
import { ShareButton } from '../share/ShareButton.tsx';
import { pathOf } from '../workspace/path.ts';
import { useWorkspace } from '../workspace/store.ts';
import { AppChannels } from './AppChannels.tsx';
import classes from './AppScreen.module.css';
import { GoneApp } from './GoneApp.tsx';

/** `/s/{appId}`: an app, a composer that begins a channel in it, and its channels. */
export default function AppScreen() {
  const { t } = useTranslation('workspace');
  const { appId = '' } = useParams();
  const app = useWorkspace((state) => state.tree.apps.get(appId));
  const phase = useWorkspace((state) => state.phase);

  if (!app && phase === 'ready') return <GoneApp />;
  return (
    <>
      <ScreenHeader
        actions={
          app && (
            <>
              <ShareButton target={{ kind: 'app', id: app.id }} manages={app.abilities.manage} />
              {app.abilities.edit && (
                <Tooltip label={t('app.settings')}>
                  <ActionIcon
                    component={Link}
                    to={`${pathOf.app(app)}/setting`}
                    aria-label={t('app.settings')}
                  >
                    <IconSettings size={18} stroke={1.75} />
                  </ActionIcon>
                </Tooltip>
              )}
            </>
          )
        }
      >
        {app && (
          <h1 className={classes.name}>
            {app.icon && <span aria-hidden>{app.icon} </span>}
            {app.name}
          </h1>
        )}
      </ScreenHeader>
      <ConnectionNotice />
      {app && (
        <div className={classes.scroll}>
          <ScreenTitle title={app.name} />
          <div className={classes.column}>
            {app.description && <p className={classes.description}>{app.description}</p>}
            {app.abilities.createChannel ? (
              <StartComposer key={app.id} place={`app:${app.id}`} appId={app.id} withStarters />
            ) : (
              <p className={classes.viewOnly}>{t('app.viewOnly')}</p>
            )}
            <AppChannels appId={app.id} />
          </div>
        </div>
      )}
    </>
  );
}
