import type { Channel } from '@tandem/shared/channel/schema';
import { type RestRow, row } from '../core/rest/row.ts';
import { restChannel, restTree } from './channel.presenter.ts';

export const channelRows: RestRow[] = [
  row<Channel>({
    verb: 'GET',
    path: '/api/channel/{id}',
    summary: 'A channel as its reader sees it',
    calls: 'channel.get',
    rename: { id: 'channelId' },
    output: restChannel,
  }),
  row<Channel>({
    verb: 'POST',
    path: '/api/app/{id}/channel',
    summary: 'Makes a channel at the top of an app, or below another channel',
    calls: 'channel.create',
    rename: { id: 'appId', parentGuid: 'parentId' },
    output: restChannel,
  }),
  row<Channel[]>({
    verb: 'GET',
    path: '/api/app/{id}/channel/-/list',
    summary: "An app's channels, nested",
    calls: 'channel.list',
    rename: { id: 'appId' },
    output: restTree,
  }),
];
