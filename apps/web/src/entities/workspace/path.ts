import { type App, routeSegmentOf } from '@tandem/shared/app/schema';
import type { Channel } from '@tandem/shared/channel/schema';
import { matchPath } from 'react-router';
import { useWorkspace } from './store.ts';

/** The list of what others shared with the reader. */
export const SHARED_PATH = '/home?view=shared';

/** What was deleted. */
export const BIN_PATH = '/home?view=bin';

/** Addresses of what the tree shows. */
export const pathOf = {
  app: (app: Pick<App, 'id' | 'type'>) => `/${routeSegmentOf[app.type]}/${app.id}`,
  channel(channel: Pick<Channel, 'id' | 'appId'> & Partial<Pick<Channel, 'kind'>>) {
    const app = useWorkspace.getState().tree.apps.get(channel.appId);
    // What is shared without its app shows as what it is.
    const type = app?.type ?? (channel.kind === 'document' ? 'note' : 'chat');
    return `/${routeSegmentOf[type]}/${channel.appId}/c/${channel.id}`;
  },
};

/** The app or channel that an address shows. */
export function activeIdOf(pathname: string): string | null {
  const channel = matchPath('/:segment/:appId/c/:channelId', pathname);
  if (channel?.params.channelId) return channel.params.channelId;
  const app = matchPath('/:segment/:appId/*', pathname);
  return app?.params.appId ?? null;
}
