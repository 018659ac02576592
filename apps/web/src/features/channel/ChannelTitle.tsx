import type { Channel } from '@tandem/shared/channel/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ScreenTitle } from '../../ui/ScreenTitle.tsx';
import { renameChannel } from '../workspace/actions.ts';
import { pathOf } from '../workspace/path.ts';
import { RenameField } from '../workspace/RenameField.tsx';
import { useWorkspace } from '../workspace/store.ts';
import { ancestorsOf } from '../workspace/tree.ts';
import classes from './ChannelTitle.module.css';

interface ChannelTitleProps {
  appId: string;
  /** Undefined until the tree is known. */
  channel: Channel | undefined;
}

/** Where the channel stands and what it is called; a press on the name changes it. */
export function ChannelTitle({ appId, channel }: ChannelTitleProps) {
  const { t } = useTranslation('workspace');
  const app = useWorkspace((state) => state.tree.apps.get(appId));
  const channels = useWorkspace((state) => state.tree.channels);
  const [renaming, setRenaming] = useState(false);
  const name = channel?.name || t('channel.untitled');
  const above = channel ? ancestorsOf(channels, channel.id).reverse() : [];
  return (
    <nav className={classes.path} aria-label={t('channel.path')}>
      {channel && <ScreenTitle title={name} />}
      {app && (
        <>
          <Link className={classes.link} to={pathOf.app(app)}>
            {app.name}
          </Link>
          <span className={classes.slash} aria-hidden>
            /
          </span>
        </>
      )}
      {above.map((ancestor) => (
        <span key={ancestor.id} className={classes.step}>
          <Link className={classes.link} to={pathOf.channel(ancestor)}>
            {ancestor.name || t('channel.untitled')}
          </Link>
          <span className={classes.slash} aria-hidden>
            /
          </span>
        </span>
      ))}
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
    </nav>
  );
}
