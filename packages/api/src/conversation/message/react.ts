import { transaction } from '@tandem/db';
import { MAX_REACTIONS, type MessageChange, type reactSchema } from '@tandem/shared/message/schema';
import type * as z from 'zod';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { answerSince } from '../../content/message/changes.ts';
import { raiseHead } from '../../content/message/head.ts';
import { readerIn } from '../../content/message/message.presenter.ts';
import { findMessage } from '../../content/message/message.repo.ts';
import { findReactions, writeReaction } from '../../content/message/react.repo.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { announce, lockHeadOf } from './begin.ts';

/**
 * Adds or removes the actor's reaction to a message on the path; idempotent.
 * @throws AppError `notFound`, `conflict` when it left the path, `turnRunning` while it is being written,
 * `tooManyReactions` when it has `MAX_REACTIONS` different ones
 */
export async function reactToMessage(
  ctx: UserContext,
  channel: LoadedChannel,
  { messageId, emoji, on }: z.output<typeof reactSchema>,
): Promise<MessageChange> {
  const { userId } = ctx.actor;
  const head = await transaction(ctx.db, async (tx) => {
    const locked = await lockHeadOf(tx, channel.id);
    const message = await findMessage(tx, channel.id, messageId);
    if (!message) throw new AppError('notFound');
    if (!message.active) throw new AppError('conflict');
    if (message.status === 'running') throw new AppError('turnRunning');
    const given = await findReactions(tx, messageId, userId);
    const held = given.find((each) => each.emoji === emoji);
    if (on === (held?.mine ?? false)) return locked;
    if (on && !held && given.length >= MAX_REACTIONS) throw new AppError('tooManyReactions');
    const revision = locked.revision + 1;
    await writeReaction(tx, { messageId, userId, emoji }, { on, revision });
    await raiseHead(tx, locked);
    announce(tx, ctx, channel, revision);
    return locked;
  });
  return answerSince(ctx.db, channel.id, head.revision, readerIn(ctx, channel));
}
