import { onCommit } from '@tandem/db';
import type { MarkRead } from '@tandem/shared/channel/schema';
import { readNoticesOfChannel } from '../../content/notice/read.ts';
import type { UserContext } from '../../core/context.ts';
import { topics } from '../../core/live/bus.ts';
import { readChannel } from './list.ts';
import { moveReadPosition } from './read.repo.ts';

/**
 * Records the actor's read position, and updates their other tabs when it advances. Marks notifications about
 * what they have read as read.
 */
export async function markRead(ctx: UserContext, { channelId, seq }: MarkRead): Promise<{ unread: number }> {
  const { userId } = ctx.actor;
  const moved = await moveReadPosition(ctx.db, { channelId, userId, ...(seq !== undefined && { seq }) });
  if (moved)
    onCommit(ctx.db, () => ctx.platform.bus.publish(topics.user(userId), { type: 'read', channelId }));
  // The position is one of messages: of a document's text it says nothing.
  await readNoticesOfChannel(ctx, { channelId, comments: false, blocks: [] });
  return { unread: (await readChannel(ctx.db, ctx.actor, channelId)).unread };
}
