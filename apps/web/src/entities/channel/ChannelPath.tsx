import type { Channel } from '@tandem/shared/channel/schema';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pathOf } from '../workspace/path.ts';
import { useWorkspace } from '../workspace/store.ts';
import { ancestorsOf } from '../workspace/tree.ts';
import classes from './ChannelPath.module.css';

interface ChannelPathProps {
  appId: string;
  /** Undefined until the tree is known. */
  channel: Channel | undefined;
  /** The channel itself, at the end. */
  children: ReactNode;
}

/** The location of a channel: its app and folders. */
export function ChannelPath({ appId, channel, children }: ChannelPathProps) {
  const { t } = useTranslation('workspace');
  const app = useWorkspace((state) => state.tree.apps.get(appId));
  const channels = useWorkspace((state) => state.tree.channels);
  const above = channel ? ancestorsOf(channels, channel.id).reverse() : [];
  return (
    <nav className={classes.path} aria-label={t('channel.path')}>
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
            {ancestor.name || t('channel.untitled', { context: ancestor.kind })}
          </Link>
          <span className={classes.slash} aria-hidden>
            /
          </span>
        </span>
      ))}
      {children}
    </nav>
  );
}
