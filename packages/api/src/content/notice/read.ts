import { onCommit } from '@tandem/db';
import type { ReadNotices } from '@tandem/shared/notice/schema';
import type { UserContext } from '../../core/context.ts';
import { topics } from '../../core/live/bus.ts';
import { countUnread } from './list.ts';
import { markChannelNoticesRead, markNoticesRead, type SeenOfChannel } from './notice.repo.ts';

/** Marks the actor's own notifications as read, and updates their other tabs; ignores other people's. */
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
 * Marks notifications as read because the actor views a channel: its own up to their reading position, and
 * those of comments when these are visible.
 */
export async function readNoticesOfChannel(ctx: UserContext, seen: SeenOfChannel): Promise<void> {
  announceRead(ctx, await markChannelNoticesRead(ctx.db, ctx.actor.userId, seen));
}

function announceRead({ db, platform, actor }: UserContext, ids: string[] | 'all'): void {
  if (ids.length === 0) return;
  onCommit(db, () => platform.bus.publish(topics.user(actor.userId), { type: 'notice.read', ids }));
}
