import type { Db } from '@tandem/db';
import type { DiscussionChange } from '@tandem/shared/discussion/schema';
import type { LoadedChannel } from '../access/access.rules.ts';
import type { UserContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { changeDocument } from '../document/document.state.ts';
import { liftAnchor } from './discussion.anchor.ts';
import { answerChange } from './discussion.changes.ts';
import { mayRemoveComment, mayRemoveDiscussion } from './discussion.policy.ts';
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
import { nextRevision } from './discussion.write.ts';

/**
 * Deletes a discussion with all that was said in it, and takes its mark off the document.
 * @throws AppError `forbidden` unless the actor manages the document or is the only one who wrote in it; `notFound`
 *   when it was deleted meanwhile
 */
export async function removeDiscussion(
  ctx: UserContext,
  channel: LoadedChannel,
  { id }: FoundDiscussion,
): Promise<DiscussionChange> {
  const reader = readerOf(ctx, channel);
  return bury(ctx, channel, id, async (tx) => {
    const now = await findDiscussion(tx, id);
    if (!now) throw new AppError('notFound');
    if (!mayRemoveDiscussion(reader, now)) throw new AppError('forbidden');
    return true;
  });
}

/**
 * Deletes a comment. What was said there stays known as deleted, unless nothing else was: then its discussion goes.
 * @throws AppError `forbidden` for another's unless the actor manages the document; `notFound` when it was deleted
 *   meanwhile
 */
export async function removeComment(
  ctx: UserContext,
  channel: LoadedChannel,
  comment: FoundComment,
): Promise<DiscussionChange> {
  if (!mayRemoveComment(readerOf(ctx, channel), comment)) throw new AppError('forbidden');
  const { id, discussionId } = comment;
  return bury(ctx, channel, discussionId, async (tx, revision) => {
    if (!(await findComment(tx, id))) throw new AppError('notFound');
    if (!(await hasOthers(tx, discussionId, id))) return true;
    await buryComment(tx, id);
    await touchDiscussion(tx, discussionId, revision);
    return false;
  });
}

/** @param isWhole does what else is to be done, and says whether the discussion goes */
async function bury(
  ctx: UserContext,
  channel: LoadedChannel,
  discussionId: string,
  isWhole: (tx: Db, revision: number) => Promise<boolean>,
): Promise<DiscussionChange> {
  const documentId = channel.id;
  let revision = 0;
  await changeDocument(ctx.platform, documentId, {
    userId: null,
    async change({ doc }, tx) {
      revision = await nextRevision(tx, ctx.platform, documentId);
      if (!(await isWhole(tx, revision))) return;
      await buryDiscussion(tx, discussionId, revision);
      liftAnchor(doc, discussionId);
    },
  });
  return answerChange(ctx.db, { documentId, discussionId, revision }, readerOf(ctx, channel));
}
