import { routeSegmentOf } from '../app/schema.ts';
import type { Notice } from './schema.ts';

/** Path of what a notice is about: the message, the channel, the app; an invitation waits at home. */
export function addressOfNotice({
  app,
  channel,
  messageId,
}: Pick<Notice, 'app' | 'channel' | 'messageId'>): string {
  if (!app) return '/home';
  const address = `/${routeSegmentOf[app.type]}/${app.id}`;
  if (!channel) return address;
  return `${address}/c/${channel.id}${messageId === null ? '' : `?message=${messageId}`}`;
}
