import type { Message } from '@tandem/shared/message/schema';
import type { Page } from '@tandem/shared/pagination/schema';
import { type RestRow, row } from '../../core/rest/row.ts';
import { presentHistory } from './legacy.ts';

const rename = { id: 'channelId' };

export const messageRows: RestRow[] = [
  row<Page<Message>>({
    verb: 'GET',
    path: '/api/channel/{id}/history',
    summary: 'Messages of a channel, the newest page first, oldest first within a page',
    calls: 'message.history',
    rename,
    output: presentHistory,
  }),
  row({
    verb: 'POST',
    path: '/api/channel/{id}/message',
    summary:
      'Sends a message and has it answered. Returns at once; follow the answer by ' +
      '`GET /api/live.channel` (server-sent events) or read it later from the history',
    calls: 'message.send',
    rename,
  }),
  row({
    verb: 'POST',
    path: '/api/channel/{id}/stop',
    summary: 'Stops the answer that is being written in a channel',
    calls: 'message.stop',
    rename,
  }),
];
