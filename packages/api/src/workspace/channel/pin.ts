import { onCommit } from '@tandem/db';
import type { Channel, pinChannelSchema } from '@tandem/shared/channel/schema';
import type * as z from 'zod';
import type { UserContext } from '../../core/context.ts';
import { topics } from '../../core/live/bus.ts';
import { readChannel } from './list.ts';
import { writePin } from './pin.repo.ts';

/** Pins or unpins a channel in the actor's sidebar, in all their tabs. */
export async function pinChannel(
  ctx: UserContext,
  { channelId, pinned }: z.output<typeof pinChannelSchema>,
): Promise<Channel> {
  const { userId } = ctx.actor;
  await writePin(ctx.db, { channelId, userId, pinned });
  onCommit(ctx.db, () => ctx.platform.bus.publish(topics.user(userId), { type: 'pin', channelId, pinned }));
  return readChannel(ctx.db, ctx.actor, channelId);
}
