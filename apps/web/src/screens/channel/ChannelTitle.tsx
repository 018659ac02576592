import type { Channel } from '@tandem/shared/channel/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelPath } from '../../entities/channel/ChannelPath.tsx';
import { renameChannel } from '../../entities/workspace/actions.ts';
import { RenameField } from '../../entities/workspace/RenameField.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import classes from './ChannelTitle.module.css';

interface ChannelTitleProps {
  appId: string;
  /** Undefined until the tree is known. */
  channel: Channel | undefined;
}

/** The channel's path and its name, which a press edits. */
export function ChannelTitle({ appId, channel }: ChannelTitleProps) {
  const { t } = useTranslation('workspace');
  const [renaming, setRenaming] = useState(false);
  const name = channel?.name || t('channel.untitled', { context: channel?.kind });
  return (
    <ChannelPath appId={appId} channel={channel}>
      {channel && <ScreenTitle title={name} />}
      {channel && renaming ? (
        <span className={classes.field}>
          <RenameField
            name={channel.name}
            onCancel={() => setRenaming(false)}
            onSave={(next) => {
              setRenaming(false);
              void renameChannel(channel.id, next);
            }}
          />
        </span>
      ) : channel?.abilities.edit ? (
        <h1 className={classes.heading}>
          <button
            type="button"
            className={classes.name}
            title={t('channel.rename')}
            onClick={() => setRenaming(true)}
          >
            {name}
          </button>
        </h1>
      ) : (
        channel && <h1 className={`${classes.heading} ${classes.name}`}>{name}</h1>
      )}
    </ChannelPath>
  );
}
