import { useTranslation } from 'react-i18next';
import { StartComposer } from '../../features/channel/StartComposer.tsx';
import { usePreloadedChannel } from '../channel/use-preloaded-channel.ts';
import { AppChannels } from './AppChannels.tsx';
import { AppPage } from './AppPage.tsx';
import classes from './AppScreen.module.css';

/** `/s/{appId}`: an app, a composer that begins a channel in it, and its channels. */
export default function AppScreen() {
  const { t } = useTranslation('workspace');
  usePreloadedChannel();
  return (
    <AppPage
      head={({ icon, name }) => (
        <h1 className={classes.name}>
          {icon && <span aria-hidden>{icon} </span>}
          {name}
        </h1>
      )}
    >
      {(app) => (
        <>
          {app.description && <p className={classes.description}>{app.description}</p>}
          {app.abilities.createChannel ? (
            <StartComposer key={app.id} place={`app:${app.id}`} appId={app.id} withStarters />
          ) : (
            <p className={classes.viewOnly}>{t('app.viewOnly')}</p>
          )}
          <AppChannels appId={app.id} />
        </>
      )}
    </AppPage>
  );
}
