import { transaction } from '@tandem/db';
import type { MessageChange, selectMessageSchema } from '@tandem/shared/message/schema';
import type * as z from 'zod';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { answerSince } from '../../content/message/changes.ts';
import { raiseHead } from '../../content/message/head.ts';
import { readerIn } from '../../content/message/message.presenter.ts';
import { findMessage } from '../../content/message/message.repo.ts';
import {
  findBranchBelow,
  findNextOnPath,
  findWayTo,
  othersFollow,
  setAsideFrom,
  takeUp,
} from '../../content/message/path.repo.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { announce, lockHeadOf, refuseWhileRunning } from './begin.ts';

/**
 * Switches everyone's path to the branch through a message.
 * @throws AppError `notFound`, `turnRunning`, `messageFollowed` when that would hide messages of others
 */
export async function selectMessage(
  ctx: UserContext,
  channel: LoadedChannel,
  { messageId }: z.output<typeof selectMessageSchema>,
): Promise<MessageChange> {
  const head = await transaction(ctx.db, async (tx) => {
    const locked = await lockHeadOf(tx, channel.id);
    await refuseWhileRunning(tx, channel.id);
    const target = await findMessage(tx, channel.id, messageId);
    if (!target) throw new AppError('notFound');
    if (target.active) return locked;
    const revision = locked.revision + 1;
    const way = await findWayTo(tx, messageId);
    const below = await findBranchBelow(tx, messageId);
    const replaced = await findNextOnPath(tx, channel.id, way.turnsAfter);
    // One click would hide them from everyone, as editing would.
    if (await othersFollow(tx, channel.id, replaced, ctx.actor.userId)) throw new AppError('messageFollowed');
    const left = await setAsideFrom(tx, channel.id, way.turnsAfter + 1, revision);
    const ids = [...way.ids, ...below];
    await takeUp(tx, ids, revision);
    await raiseHead(tx, locked, { grown: ids.length - left });
    announce(tx, ctx, channel, revision);
    return locked;
  });
  return answerSince(ctx.db, channel.id, head.revision, readerIn(ctx, channel));
}
