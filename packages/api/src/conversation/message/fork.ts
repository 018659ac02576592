import type { Channel, ForkChannel } from '@tandem/shared/channel/schema';
import { MAX_NAME } from '@tandem/shared/user/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { copyPath, placeOnPath } from '../../content/message/copy.repo.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { say } from '../../core/language.ts';
import { makeChannel } from '../../workspace/channel/create.ts';
import { copyReads } from '../../workspace/channel/read.repo.ts';

/**
 * Makes a chat below a channel that begins with a copy of its path up to a message, itself included. A repeated
 * `clientKey` answers the first.
 * @throws AppError `notFound` when the message is not on the path, and those of `createChannel`
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
    // The same assistant goes on answering.
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

/**
 * An unnamed channel's copy names itself after its first answer. A name that is too long gives way to the mark, and the
 * copy of a copy is not marked twice.
 */
function forkName({ language }: UserContext, name: string): string {
  if (name === '') return '';
  const mark = say(language, 'common:fork.name', { name: '' });
  if (name.endsWith(mark)) return name;
  // Not within a character of two halves.
  const kept = name.slice(0, MAX_NAME - mark.length).replace(/[\ud800-\udbff]$/u, '');
  return kept.trimEnd() + mark;
}
