import { type App, routeSegmentOf } from '@tandem/shared/app/schema';
import type { Channel } from '@tandem/shared/channel/schema';
import { useWorkspace } from './store.ts';

/** Addresses of what the tree shows. */
export const pathOf = {
  app: (app: Pick<App, 'id' | 'type'>) => `/${routeSegmentOf[app.type]}/${app.id}`,
  channel(channel: Pick<Channel, 'id' | 'appId'>) {
    const type = useWorkspace.getState().tree.apps.get(channel.appId)?.type ?? 'chat';
    return `/${routeSegmentOf[type]}/${channel.appId}/c/${channel.id}`;
  },
};
