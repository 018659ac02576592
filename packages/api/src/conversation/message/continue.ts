import { randomUUID } from 'node:crypto';
import { transaction } from '@tandem/db';
import type { continueMessageSchema, MessageChange } from '@tandem/shared/message/schema';
import type * as z from 'zod';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { findModeOf, insertRun } from '../../agent/run/run.repo.ts';
import { answerSince } from '../../content/message/changes.ts';
import { raiseHead } from '../../content/message/head.ts';
import { canBeContinued, readerIn } from '../../content/message/message.presenter.ts';
import { findMessage } from '../../content/message/message.repo.ts';
import { reopenMessage } from '../../content/message/path.repo.ts';
import { findLastModel, insertTurn } from '../../content/turn/turn.repo.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type Answerer, answererFor } from '../../models/assistant/answerer.ts';
import { reserveBudgets } from '../../models/budget/budget.service.ts';
import { touchChannel } from '../../workspace/channel/touch.repo.ts';
import { announce, lockHeadOf, refuseTooManyTurns, refuseWhileRunning } from './begin.ts';
import { reservationFor } from './spend.ts';

/**
 * Continues an answer that ended early, in place, with its own model if still available.
 * @throws AppError `notFound`, `turnRunning`, `messageFollowed` when it is no longer the last, `conflict`
 * when it is complete or off the path
 */
export async function continueMessage(
  ctx: UserContext,
  channel: LoadedChannel,
  { messageId }: z.output<typeof continueMessageSchema>,
): Promise<MessageChange> {
  const { db, platform, actor } = ctx;
  const { assistant, resolved } = await answererOf(ctx, channel, await findLastModel(db, messageId));
  const { model } = resolved;
  const turnId = randomUUID();
  const head = await transaction(db, async (tx) => {
    const locked = await lockHeadOf(tx, channel.id);
    const message = await findMessage(tx, channel.id, messageId);
    if (!message) throw new AppError('notFound');
    await refuseWhileRunning(tx, channel.id);
    await refuseTooManyTurns(tx, platform, actor.userId);
    if (!message.active || !canBeContinued(message)) throw new AppError('conflict');
    if (!message.last) throw new AppError('messageFollowed');
    const before = channel.kind === 'agent' ? await findModeOf(tx, messageId) : undefined;
    await insertTurn(tx, turnId, {
      channelId: channel.id,
      teamId: channel.teamId,
      messageId,
      userId: actor.userId,
      assistantId: assistant.id,
      modelId: model.id,
      ownerId: platform.processId,
    });
    if (channel.kind === 'agent') await insertRun(tx, { turnId, channelId: channel.id, mode: before });
    const { teamId, appId } = channel;
    const asking = { id: turnId, teamId, appId, userId: actor.userId };
    await reserveBudgets(tx, reservationFor(asking, model, message.parts), model);
    const revision = locked.revision + 1;
    await reopenMessage(tx, messageId, { turnId, model: model.name, revision });
    await raiseHead(tx, locked);
    await touchChannel(tx, channel.id);
    announce(tx, ctx, channel, revision, { turnId });
    return locked;
  });
  return answerSince(db, channel.id, head.revision, readerIn(ctx, channel));
}

/** Returns the model that continues: the original one, or the assistant's where the team no longer has it. */
async function answererOf(
  ctx: UserContext,
  channel: LoadedChannel,
  modelId: string | null,
): Promise<Answerer> {
  try {
    return await answererFor(ctx, { ...channel, modelId });
  } catch (err) {
    if (modelId === null || !(err instanceof AppError) || err.key !== 'notFound') throw err;
    return answererFor(ctx, { ...channel, modelId: null });
  }
}
