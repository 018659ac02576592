import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconFilePlus, IconNotebook, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { useSession } from '../../lib/session.ts';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { ScreenTitle } from '../../ui/ScreenTitle.tsx';
import { AppChannels } from '../app/AppChannels.tsx';
import { GoneApp } from '../app/GoneApp.tsx';
import { ConnectionNotice } from '../live/ConnectionNotice.tsx';
import { ShareButton } from '../share/ShareButton.tsx';
import { createChannel } from '../workspace/actions.ts';
import { setExpanded } from '../workspace/expanded.ts';
import { pathOf } from '../workspace/path.ts';
import { useWorkspace } from '../workspace/store.ts';
import classes from './NoteScreen.module.css';

/** `/note/{appId}`: an app of documents, those that changed last first. */
export default function NoteScreen() {
  const { t } = useTranslation('document');
  const { t: tPlace } = useTranslation('workspace');
  const { appId = '' } = useParams();
  const app = useWorkspace((state) => state.tree.apps.get(appId));
  const phase = useWorkspace((state) => state.phase);
  const isEmpty = useWorkspace(
    (state) => !state.tree.channels.values().some((channel) => channel.appId === appId),
  );

  if (!app && phase === 'ready') return <GoneApp />;
  return (
    <>
      <ScreenHeader
        actions={
          app && (
            <>
              <ShareButton target={{ kind: 'app', id: app.id }} manages={app.abilities.manage} />
              {app.abilities.edit && (
                <Tooltip label={tPlace('app.settings')}>
                  <ActionIcon
                    component={Link}
                    to={`${pathOf.app(app)}/setting`}
                    aria-label={tPlace('app.settings')}
                  >
                    <IconSettings size={18} stroke={1.75} />
                  </ActionIcon>
                </Tooltip>
              )}
            </>
          )
        }
      />
      <ConnectionNotice />
      {app && (
        <div className={classes.scroll}>
          <ScreenTitle title={app.name} />
          <div className={classes.column}>
            <div className={classes.head}>
              <h1 className={classes.name}>
                {app.icon && <span aria-hidden>{app.icon} </span>}
                {app.name}
              </h1>
              {app.abilities.createChannel && !isEmpty && <NewDocument appId={app.id} />}
            </div>
            {app.description && <p className={classes.description}>{app.description}</p>}
            {!app.abilities.createChannel && <p className={classes.description}>{t('note.viewOnly')}</p>}
            {isEmpty ? (
              <div className={classes.empty}>
                <IconNotebook size={36} stroke={1.25} aria-hidden />
                <h2 className={classes.none}>{t('note.none')}</h2>
                <p>{t('note.noneWords')}</p>
                {app.abilities.createChannel && <NewDocument appId={app.id} />}
              </div>
            ) : (
              <AppChannels appId={app.id} title={t('note.documents')} />
            )}
          </div>
        </div>
      )}
    </>
  );
}

function NewDocument({ appId }: { appId: string }) {
  const { t } = useTranslation('document');
  const navigate = useNavigate();
  const userId = useSession((state) => state.user.id);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const made = await createChannel(appId, null, userId, 'document');
      setExpanded([appId], true);
      void navigate(pathOf.channel(made));
    } catch {
      // The call has shown why.
      setBusy(false);
    }
  };
  return (
    <Button
      loading={busy}
      leftSection={<IconFilePlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => void make()}
    >
      {t('note.new')}
    </Button>
  );
}
