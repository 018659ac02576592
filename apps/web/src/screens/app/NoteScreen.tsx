import { IconNotebook } from '@tabler/icons-react';
import type { App } from '@tandem/shared/app/schema';
import { useTranslation } from 'react-i18next';
import { openImport } from '../../entities/exchange/store.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { DropArea } from '../../ui/files/DropArea.tsx';
import { NewDocument } from '../document/NewDocument.tsx';
import { AppChannels } from './AppChannels.tsx';
import { AppPage } from './AppPage.tsx';
import classes from './NoteScreen.module.css';

/** `/note/{appId}`: an app of documents, those that changed last first. */
export default function NoteScreen() {
  const { t } = useTranslation('document');
  return (
    <AppPage>
      {(app) => (
        <DropArea
          key={app.id}
          label={t('import.drop')}
          disabled={!app.abilities.createChannel}
          className={classes.area}
          onFiles={(files) => openImport({ appId: app.id, parentId: null }, files)}
        >
          <Documents app={app} />
        </DropArea>
      )}
    </AppPage>
  );
}

function Documents({ app }: { app: App }) {
  const { t } = useTranslation('document');
  const { id, icon, name, description, abilities } = app;
  const isEmpty = useWorkspace(
    (state) => !state.tree.channels.values().some((channel) => channel.appId === id),
  );
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.name}>
          {icon && <span aria-hidden>{icon} </span>}
          {name}
        </h1>
        {abilities.createChannel && !isEmpty && <NewDocument appId={id} />}
      </div>
      {description && <p className={classes.description}>{description}</p>}
      {!abilities.createChannel && <p className={classes.description}>{t('note.viewOnly')}</p>}
      {isEmpty ? (
        <div className={classes.empty}>
          <IconNotebook size={36} stroke={1.25} aria-hidden />
          <h2 className={classes.none}>{t('note.none')}</h2>
          <p>{t('note.noneWords')}</p>
          {abilities.createChannel && <NewDocument appId={id} />}
        </div>
      ) : (
        <AppChannels appId={id} title={t('note.documents')} />
      )}
    </>
  );
}
