import { type App, routeSegmentOf } from '@tandem/shared/app/schema';
import type { Channel } from '@tandem/shared/channel/schema';
import { matchPath } from 'react-router';
import { useWorkspace } from './store.ts';

/** The list of what others shared with the reader. */
export const SHARED_PATH = '/home?view=shared';

/** The bin. */
export const BIN_PATH = '/home?view=bin';

/** The type of app that a kind of channel is usually in. */
function typeOf(kind: Channel['kind'] | undefined): App['type'] {
  if (kind === 'document') return 'note';
  return kind === 'chatpdf' || kind === 'agent' ? kind : 'chat';
}

/** Addresses of what the tree shows. */
export const pathOf = {
  app: (app: Pick<App, 'id' | 'type'>) => `/${routeSegmentOf[app.type]}/${app.id}`,
  channel(channel: Pick<Channel, 'id' | 'appId'> & Partial<Pick<Channel, 'kind'>>) {
    const app = useWorkspace.getState().tree.apps.get(channel.appId);
    // A channel shared without its app has only its own kind to go by.
    const type = app?.type ?? typeOf(channel.kind);
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
