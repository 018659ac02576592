import { type Db, transaction } from '@tandem/db';
import type { DiscussionChange } from '@tandem/shared/discussion/schema';
import { holdRight } from '../../access/policy/access.hold.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { isFrozen } from '../model/frozen.ts';
import { changeDocument } from '../model/state.ts';
import { answerChange } from './changes.ts';
import { type DiscussionReader, mayRemoveComment, mayRemoveDiscussion } from './discussion.policy.ts';
import { readerOf } from './discussion.presenter.ts';
import {
  buryComment,
  buryDiscussion,
  type FoundComment,
  type FoundDiscussion,
  findComment,
  findDiscussion,
  hasOthers,
  touchDiscussion,
} from './discussion.repo.ts';
import { nextRevision } from './write.ts';

/**
 * Deletes a discussion with its comments, and removes its mark from the document.
 * @throws AppError `forbidden` unless the actor manages the document or is the only one who commented;
 * `notFound` when it was deleted meanwhile
 */
export async function removeDiscussion(
  ctx: UserContext,
  channel: LoadedChannel,
  { id }: FoundDiscussion,
): Promise<DiscussionChange> {
  return bury(ctx, channel, id, async (tx, { reader }) => {
    const now = await findDiscussion(tx, id);
    if (!now) throw new AppError('notFound');
    if (!mayRemoveDiscussion(reader, now)) throw new AppError('forbidden');
    return true;
  });
}

/**
 * Deletes a comment. It stays visible as deleted, unless it was the only one: then its discussion is deleted.
 * @throws AppError `forbidden` for another's unless the actor manages the document; `notFound` when it was
 * deleted meanwhile
 */
export async function removeComment(
  ctx: UserContext,
  channel: LoadedChannel,
  comment: FoundComment,
): Promise<DiscussionChange> {
  if (!mayRemoveComment(readerOf(ctx, channel), comment)) throw new AppError('forbidden');
  const { id, discussionId } = comment;
  return bury(ctx, channel, discussionId, async (tx, { reader, revision }) => {
    if (!mayRemoveComment(reader, comment)) throw new AppError('forbidden');
    if (!(await findComment(tx, id))) throw new AppError('notFound');
    if (!(await hasOthers(tx, discussionId, id))) return true;
    await buryComment(tx, id);
    await touchDiscussion(tx, discussionId, revision);
    return false;
  });
}

/** @param isWhole does the specific work, and returns whether the discussion is deleted */
async function bury(
  ctx: UserContext,
  channel: LoadedChannel,
  discussionId: string,
  isWhole: (tx: Db, change: { reader: DiscussionReader; revision: number }) => Promise<boolean>,
): Promise<DiscussionChange> {
  const documentId = channel.id;
  let revision = 0;
  let reader = readerOf(ctx, channel);
  const judge = async (tx: Db) => {
    reader = readerOf(ctx, await holdRight(tx, ctx.actor, channel.id, 'channel.comment'));
  };
  const store = async (tx: Db) => {
    revision = await nextRevision(tx, ctx.platform, documentId);
    if (!(await isWhole(tx, { reader, revision }))) return false;
    await buryDiscussion(tx, discussionId, revision);
    return true;
  };
  // A document whose newest state cannot be read keeps the mark, on words nobody sees.
  if (await isFrozen(ctx.db, documentId))
    await transaction(ctx.db, async (tx) => {
      await judge(tx);
      await store(tx);
    });
  else
    await changeDocument(ctx.platform, documentId, {
      ...{ userId: null, owner: ctx.actor.userId, judge, store },
      operation: { name: 'lift', input: { discussionId } },
    });
  return answerChange(ctx.db, { documentId, discussionId, revision }, reader);
}
