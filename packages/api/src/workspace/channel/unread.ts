import { onCommit } from '@tandem/db';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import { readChannel } from './list.ts';
import { readUntilBefore } from './read.repo.ts';

/**
 * Has everything from a message on count as not read by the actor, in all their tabs.
 * @throws AppError `notFound` when the message is not of that channel
 */
export async function markUnread(
  ctx: UserContext,
  { channelId, messageId }: { channelId: string; messageId: string },
): Promise<{ unread: number; lastReadSeq: number }> {
  const { userId } = ctx.actor;
  const lastReadSeq = await readUntilBefore(ctx.db, { channelId, userId, messageId });
  if (lastReadSeq === null) throw new AppError('notFound');
  onCommit(ctx.db, () => ctx.platform.bus.publish(topics.user(userId), { type: 'read', channelId }));
  return { unread: (await readChannel(ctx.db, ctx.actor, channelId)).unread, lastReadSeq };
}
