import { onCommit } from '@tandem/db';
import type { MarkRead } from '@tandem/shared/channel/schema';
import { readNoticesOfChannel } from '../../content/notice/read.ts';
import type { UserContext } from '../../core/context.ts';
import { topics } from '../../core/live/bus.ts';
import { readChannel } from './list.ts';
import { moveReadPosition } from './read.repo.ts';

/**
 * Notes how far the actor has read, and tells their other tabs when that is further than before. Notices about what
 * they have read are read as well.
 */
export async function markRead(ctx: UserContext, { channelId, seq }: MarkRead): Promise<{ unread: number }> {
  const { userId } = ctx.actor;
  const moved = await moveReadPosition(ctx.db, { channelId, userId, ...(seq !== undefined && { seq }) });
  if (moved)
    onCommit(ctx.db, () => ctx.platform.bus.publish(topics.user(userId), { type: 'read', channelId }));
  await readNoticesOfChannel(ctx, { channelId, comments: false });
  return { unread: (await readChannel(ctx.db, ctx.actor, channelId)).unread };
}
