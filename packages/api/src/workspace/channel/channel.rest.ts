import type { Channel } from '@tandem/shared/channel/schema';
import { exportFormats } from '@tandem/shared/channel/schema';
import * as z from 'zod';
import { recordAudit } from '../../access/audit/audit.service.ts';
import { channelRule } from '../../access/policy/access.rules.ts';
import { type RestRow, rawRow, row } from '../../core/rest/row.ts';
import { exportChannel } from '../export/export.ts';
import { restChannel, restTree } from './channel.presenter.ts';

/** Read-only keys of GET, so that it can be put back. */
const ignore = [
  'id',
  'channelGuid',
  'channelParentGuid',
  'children',
  'teamId',
  'appId',
  'parentId',
  'kind',
  'visibility',
  'permission',
  'creatorId',
  'sort',
  'assistantId',
  'pinned',
  'archivedAt',
  'createdAt',
  'activeAt',
  'unread',
  'sharedWith',
  'revision',
  'level',
  'abilities',
];

export const channelRows: RestRow[] = [
  row<Channel>({
    verb: 'GET',
    path: '/api/channel/{id}',
    summary: 'A channel as its reader sees it',
    calls: 'channel.get',
    rename: { id: 'channelId' },
    output: restChannel,
  }),
  row({
    verb: 'DELETE',
    path: '/api/channel/{id}',
    summary: 'Puts a channel and what is below it into the bin, where it stays 30 days',
    calls: 'channel.remove',
    rename: { id: 'channelId' },
  }),
  row<Channel>({
    verb: 'PUT',
    path: '/api/channel/{id}/info',
    summary: 'Changes name, icon or description of a channel, and when its assistant answers',
    calls: 'channel.update',
    rename: { id: 'channelId' },
    ignore,
    output: restChannel,
  }),
  row<Channel>({
    verb: 'PUT',
    path: '/api/channel/{id}/visibility',
    summary: 'Makes a channel private, opens it to the team, or lets it follow what is above it',
    calls: 'channel.setVisibility',
    rename: { id: 'channelId' },
    output: restChannel,
  }),
  row<Channel>({
    verb: 'PUT',
    path: '/api/channel/{id}/permission',
    summary: 'Sets what every member may do at least in a channel that the team sees',
    calls: 'channel.setPermission',
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
  rawRow.guarded(
    channelRule<{ id: string }>('channel.view', ({ id }) => id),
    {
      verb: 'GET',
      path: '/api/channel/{id}/export',
      summary: "A channel's messages as a file, in Markdown or JSON",
      input: z.strictObject({ id: z.uuid(), format: z.enum(exportFormats).default('markdown') }),
      async handle({ channel, ...ctx }, { id, format }) {
        await recordAudit(ctx.db, ctx, {
          teamId: channel.teamId,
          action: 'channel.export',
          target: { kind: 'channel', id },
          detail: { format },
        });
        return exportChannel(ctx, channel, format);
      },
    },
  ),
];
