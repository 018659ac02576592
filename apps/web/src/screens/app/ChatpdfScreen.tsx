import { Button } from '@mantine/core';
import { IconFileSearch, IconFiles } from '@tabler/icons-react';
import type { App } from '@tandem/shared/app/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { droppedFiles, type PathedFile } from '../../entities/dataset/files.ts';
import { uploadsOf } from '../../entities/dataset/uploads.ts';
import { createChannel } from '../../entities/workspace/actions.ts';
import { setExpanded } from '../../entities/workspace/expanded.ts';
import { pathOf } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { useSession } from '../../lib/session/session.ts';
import { DropArea } from '../../ui/files/DropArea.tsx';
import { AppChannels } from './AppChannels.tsx';
import { AppPage } from './AppPage.tsx';
import classes from './NoteScreen.module.css';

/** `/chatpdf/{appId}`: an app of chats with documents. Files dropped here begin one. */
export default function ChatpdfScreen() {
  return <AppPage>{(app) => <Chats key={app.id} app={app} />}</AppPage>;
}

function Chats({ app }: { app: App }) {
  const { t } = useTranslation('source');
  const { id, icon, name, description, abilities } = app;
  const navigate = useNavigate();
  const userId = useSession((state) => state.user.id);
  const [busy, setBusy] = useState(false);
  const isEmpty = useWorkspace(
    (state) => !state.tree.channels.values().some((channel) => channel.appId === id),
  );
  const make = async (files: readonly PathedFile[] | Promise<PathedFile[]>) => {
    setBusy(true);
    try {
      const chosen = await files;
      const made = await createChannel(id, null, userId, 'chatpdf');
      setExpanded([id], true);
      uploadsOf(made.id).add(chosen, null);
      void navigate(pathOf.channel(made));
    } catch {
      // The call has shown why.
      setBusy(false);
    }
  };
  const button = abilities.createChannel && (
    <Button
      loading={busy}
      leftSection={<IconFileSearch size={16} stroke={1.75} aria-hidden />}
      onClick={() => void make([])}
    >
      {t('app.new')}
    </Button>
  );
  return (
    <DropArea
      label={t('empty.drop')}
      disabled={!abilities.createChannel || busy}
      className={classes.area}
      onFiles={(_, transfer) => void make(droppedFiles(transfer))}
    >
      <div className={classes.head}>
        <h1 className={classes.name}>
          {icon && <span aria-hidden>{icon} </span>}
          {name}
        </h1>
        {!isEmpty && button}
      </div>
      {description && <p className={classes.description}>{description}</p>}
      {!abilities.createChannel && <p className={classes.description}>{t('app.viewOnly')}</p>}
      {isEmpty ? (
        <div className={classes.empty}>
          <IconFiles size={36} stroke={1.25} aria-hidden />
          <h2 className={classes.none}>{t('app.none')}</h2>
          <p>{t('app.noneWords')}</p>
          {button}
        </div>
      ) : (
        <AppChannels appId={id} title={t('app.chats')} />
      )}
    </DropArea>
  );
}
