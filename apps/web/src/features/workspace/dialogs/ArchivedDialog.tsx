import { Button, Modal } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { unarchiveChannel } from '../../../entities/workspace/actions.ts';
import { pathOf } from '../../../entities/workspace/path.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import { archivedOf } from '../../../entities/workspace/tree.ts';
import { useFocusBack } from '../../../ui/focus/use-focus-back.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import classes from './ArchivedDialog.module.css';

interface ArchivedDialogProps {
  appId: string;
  onClose(): void;
  onOpened(): void;
}

/** The archived channels of an app, to open or unarchive. */
export function ArchivedDialog({ appId, onClose, onOpened }: ArchivedDialogProps) {
  useFocusBack();
  const { t } = useTranslation('workspace');
  const app = useWorkspace((state) => state.tree.apps.get(appId));
  const channels = useWorkspace((state) => state.tree.channels);
  const archived = useMemo(() => archivedOf(channels, appId), [channels, appId]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('archive.title', { name: app?.name ?? '' })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {archived.length === 0 && <p className={classes.none}>{t('archive.none')}</p>}
      <ul className={classes.list}>
        {archived.map((channel) => (
          <li key={channel.id} className={classes.line}>
            <Link
              to={pathOf.channel(channel)}
              className={classes.name}
              onClick={() => {
                onClose();
                onOpened();
              }}
            >
              {channel.icon && `${channel.icon} `}
              {channel.name || t('channel.untitled', { context: channel.kind })}
            </Link>
            {channel.archivedAt && <RelativeTime className={classes.time} date={channel.archivedAt} />}
            {channel.abilities.manage && (
              <Button size="compact-sm" variant="default" onClick={() => void unarchiveChannel(channel.id)}>
                {t('archive.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
