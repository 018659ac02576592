import { routeSegmentOf } from '../app/schema.ts';
import { blockHash } from '../document/citation.ts';
import type { Notice } from './schema.ts';

/**
 * Returns the path of a notification's subject: the message, discussion or block, the channel, or the app;
 * invitations are on Home.
 */
export function addressOfNotice({
  app,
  channel,
  messageId,
  discussionId,
  blockId,
}: Pick<Notice, 'app' | 'channel' | 'messageId' | 'discussionId' | 'blockId'>): string {
  if (!app) return '/home';
  const address = `/${routeSegmentOf[app.type]}/${app.id}`;
  if (!channel) return address;
  const place = `${address}/c/${channel.id}`;
  if (discussionId !== null) return `${place}?discussion=${discussionId}`;
  if (blockId !== null) return `${place}${blockHash(blockId)}`;
  return messageId === null ? place : `${place}?message=${messageId}`;
}
