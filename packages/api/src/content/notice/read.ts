import { onCommit } from '@tandem/db';
import type { ReadNotices } from '@tandem/shared/notice/schema';
import type { UserContext } from '../../core/context.ts';
import { topics } from '../../core/live/bus.ts';
import { countUnread } from './list.ts';
import { markChannelNoticesRead, markNoticesRead } from './notice.repo.ts';

/** Marks the actor's notices as read, and tells their other tabs; what is not theirs is left alone. */
export async function readOwnNotices(ctx: UserContext, which: ReadNotices): Promise<{ unread: number }> {
  const { userId } = ctx.actor;
  if ('channelId' in which) {
    await readNoticesOfChannel(ctx, which);
  } else {
    const ids = await markNoticesRead(ctx.db, userId, which);
    announceRead(ctx, 'all' in which && ids.length > 0 ? 'all' : ids);
  }
  return { unread: (await countUnread(ctx.db, [userId])).get(userId) ?? 0 };
}

/**
 * The actor looks at a channel: what they were told of it is read as far as they have read there, and of its comments
 * when they see them, too.
 */
export async function readNoticesOfChannel(
  ctx: UserContext,
  seen: { channelId: string; comments: boolean },
): Promise<void> {
  announceRead(ctx, await markChannelNoticesRead(ctx.db, ctx.actor.userId, seen));
}

function announceRead({ db, platform, actor }: UserContext, ids: string[] | 'all'): void {
  if (ids.length === 0) return;
  onCommit(db, () => platform.bus.publish(topics.user(actor.userId), { type: 'notice.read', ids }));
}
