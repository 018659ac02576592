import { randomUUID } from 'node:crypto';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { channelHubOf } from './hub.ts';

/** Milliseconds to wait for other processes; the bus may lose the question or the answer. */
const PATIENCE_MS = 1_000;

/** Whether a person has a stream of a channel open, in this process or another that answers in time. */
export async function isFollowing(
  platform: Platform,
  { userId, channelId }: { userId: number; channelId: string },
): Promise<boolean> {
  if (channelHubOf(platform).isFollowedBy(channelId, userId)) return true;
  const { bus } = platform;
  const ask = randomUUID();
  let unsubscribe = () => {};
  try {
    return await new Promise<boolean>((resolve) => {
      unsubscribe = bus.subscribe(topics.user(userId), (message) => {
        if (message.type === 'following' && message.ask === ask) resolve(true);
      });
      bus.publish(topics.all, { type: 'following?', ask, channelId, userId });
      setTimeout(resolve, PATIENCE_MS, false);
    });
  } finally {
    unsubscribe();
  }
}
