import type { Channel, ForkChannel } from '@tandem/shared/channel/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { copyPath, placeOnPath } from '../../content/message/copy.repo.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { makeChannel } from '../../workspace/channel/create.ts';
import { copyReads } from '../../workspace/channel/read.repo.ts';
import { forkName } from './fork-name.ts';

/**
 * Creates a chat below a channel that begins with a copy of its path up to and including a message. A
 * repeated `clientKey` returns the first fork.
 * @throws AppError `notFound` when the message is not on the path, and those of `makeChannel`
 */
export async function forkChannel(
  ctx: UserContext,
  channel: LoadedChannel,
  { messageId, name, clientKey }: ForkChannel,
): Promise<Channel> {
  const { id, teamId, appId } = channel;
  const place = { teamId, appId, parentId: id };
  const values = {
    kind: 'chat' as const,
    name: name ?? forkName(ctx, channel.name),
    // The fork keeps the channel's assistant.
    assistantId: channel.assistantId ?? undefined,
    clientKey,
  };
  return makeChannel(ctx, place, values, async (tx, to) => {
    const untilSeq = await placeOnPath(tx, id, messageId);
    if (untilSeq === null) throw new AppError('notFound');
    await copyPath(tx, { from: id, to, untilSeq });
    await copyReads(tx, { from: id, to, untilSeq, userId: ctx.actor.userId });
  });
}
