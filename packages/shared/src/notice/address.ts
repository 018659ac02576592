import { routeSegmentOf } from '../app/schema.ts';
import type { Notice } from './schema.ts';

/** Path of what a notice is about: the message or discussion, the channel, the app; an invitation waits at home. */
export function addressOfNotice({
  app,
  channel,
  messageId,
  discussionId,
}: Pick<Notice, 'app' | 'channel' | 'messageId' | 'discussionId'>): string {
  if (!app) return '/home';
  const address = `/${routeSegmentOf[app.type]}/${app.id}`;
  if (!channel) return address;
  const place = `${address}/c/${channel.id}`;
  if (discussionId !== null) return `${place}?discussion=${discussionId}`;
  return messageId === null ? place : `${place}?message=${messageId}`;
}
