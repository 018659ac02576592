import type { StartRun } from '@tandem/shared/agent/run';
import type { AgentRun } from '@tandem/shared/agent/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { readRun, readRunOf } from '../../agent/run/read.ts';
import { findSetting } from '../../agent/setting/setting.repo.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { sendMessage } from '../message/send.ts';

/**
 * Gives an agent a task, with the rights of the person who asks: a message of its channel that is answered in any case.
 * While another run goes on, it is queued. A repeated `clientKey` returns the first.
 * @throws AppError those of `sendMessage`
 */
export async function startRun(
  ctx: UserContext,
  channel: LoadedChannel,
  { task, mode, modelId, clientKey }: StartRun,
): Promise<AgentRun> {
  const { mode: usual } = await findSetting(ctx.db, channel.id);
  const { messageId, queuedId } = await sendMessage(
    ctx,
    { ...channel, answering: 'always' },
    // With a mode of its own it stays a run, even where it has to wait for another.
    { channelId: channel.id, text: task, mode: mode ?? usual, modelId, clientKey },
  );
  if (queuedId !== null) return readRun(ctx.db, channel.id, queuedId);
  if (messageId === null) throw new AppError('internal');
  return readRunOf(ctx.db, channel.id, messageId);
}
