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

/**
 * Names a fork after its channel, with a mark. The fork of an unnamed channel stays unnamed and gets its title after its
 * first answer. A long name is shortened to leave room for the mark, and a fork of a fork is marked once.
 */
function forkName({ language }: UserContext, name: string): string {
  if (name === '') return '';
  const mark = say(language, 'common:fork.name', { name: '' });
  if (name.endsWith(mark)) return name;
  // Avoids splitting a surrogate pair.
  const kept = name.slice(0, MAX_NAME - mark.length).replace(/[\ud800-\udbff]$/u, '');
  return kept.trimEnd() + mark;
}
