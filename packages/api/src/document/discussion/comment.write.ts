import { type Db, transaction } from '@tandem/db';
import type {
  CommentedChange,
  CreateComment,
  DiscussionChange,
  ReactToComment,
  UpdateComment,
} from '@tandem/shared/discussion/schema';
import { MAX_REACTIONS } from '@tandem/shared/message/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { wordsToStore } from '../../content/search/index.ts';
import { madeBefore, refuseTakenKey } from '../../core/client-key.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { mentionsIn } from '../../workspace/mention/mention.ts';
import { answerChange } from './changes.ts';
import { notifyOfComment } from './comment.notices.ts';
import { mayEditComment } from './discussion.policy.ts';
import { readerOf } from './discussion.presenter.ts';
import {
  type FoundComment,
  type FoundDiscussion,
  findComment,
  findDiscussion,
  findMadeComment,
  findReactions,
  insertComment,
  touchDiscussion,
  updateComment,
  writeReaction,
} from './discussion.repo.ts';
import { assertRoom, nextRevision } from './write.ts';

/**
 * Replies in a discussion, open or resolved.
 * @throws AppError `tooManyComments`; `notFound` when the discussion was deleted meanwhile; `conflict` when
 * the key was used in another discussion
 */
export async function createComment(
  ctx: UserContext,
  channel: LoadedChannel,
  discussion: FoundDiscussion,
  input: CreateComment,
): Promise<CommentedChange> {
  const { id: discussionId, documentId } = discussion;
  const mentions = await mentionsIn(ctx.db, channel, input.text, input.mentions);
  const words = await wordsToStore(input.text);
  const made = await transaction(ctx.db, async (tx) => {
    // The lock that all changes take: a repeat waits here for the first.
    const revision = await nextRevision(tx, ctx.platform, documentId);
    const before = await madeBefore(tx, {
      clientKey: input.clientKey,
      find: (db, key) => findMadeComment(db, ctx.actor.userId, key),
      isHere: (comment) => comment.discussionId === discussionId,
    });
    if (before) return { commentId: before.commentId, revision };
    if (!(await findDiscussion(tx, discussionId))) throw new AppError('notFound');
    await assertRoom(tx, documentId, 'comment');
    const commentId = await insertComment(tx, {
      discussionId,
      authorId: ctx.actor.userId,
      text: input.text,
      mentions,
      words,
      clientKey: input.clientKey ?? null,
    });
    await touchDiscussion(tx, discussionId, revision);
    await notifyOfComment(ctx, tx, channel, { id: commentId, mentions, answerIn: discussionId });
    return { commentId, revision };
  }).catch(refuseTakenKey);
  const change = await answer(ctx, channel, discussionId, made.revision);
  return { ...change, discussionId, commentId: made.commentId };
}

/**
 * Replaces the text of the actor's own comment.
 * @throws AppError `notAuthor` for anyone else's, `notFound` when it was deleted meanwhile
 */
export async function editComment(
  ctx: UserContext,
  channel: LoadedChannel,
  comment: FoundComment,
  input: UpdateComment,
): Promise<DiscussionChange> {
  if (!mayEditComment(readerOf(ctx, channel), comment)) throw new AppError('notAuthor');
  const mentions = await mentionsIn(ctx.db, channel, input.text, input.mentions);
  const words = await wordsToStore(input.text);
  const revision = await inTurn(ctx, comment, async (tx) => {
    await updateComment(tx, comment.id, { text: input.text, mentions, words });
    await notifyOfComment(ctx, tx, channel, { id: comment.id, mentions, isEdited: true });
  });
  return answer(ctx, channel, comment.discussionId, revision);
}

/**
 * Adds or removes the actor's reaction to a comment; idempotent.
 * @throws AppError `tooManyReactions` when it has `MAX_REACTIONS` different ones, `notFound` when it was
 * deleted meanwhile
 */
export async function reactToComment(
  ctx: UserContext,
  channel: LoadedChannel,
  comment: FoundComment,
  { emoji, on }: ReactToComment,
): Promise<DiscussionChange> {
  const { userId } = ctx.actor;
  const revision = await inTurn(ctx, comment, async (tx) => {
    const given = await findReactions(tx, comment.id, userId);
    const held = given.find((each) => each.emoji === emoji);
    if (on === (held?.mine ?? false)) return;
    if (on && !held && given.length >= MAX_REACTIONS) throw new AppError('tooManyReactions');
    await writeReaction(tx, { commentId: comment.id, userId, emoji }, on);
  });
  return answer(ctx, channel, comment.discussionId, revision);
}

/**
 * Changes a comment, in the order of all changes of the document's discussions.
 * @returns the revision
 */
function inTurn(
  { db, platform }: UserContext,
  { id, discussionId, documentId }: FoundComment,
  work: (tx: Db) => Promise<void>,
): Promise<number> {
  return transaction(db, async (tx) => {
    const revision = await nextRevision(tx, platform, documentId);
    if (!(await findComment(tx, id))) throw new AppError('notFound');
    await work(tx);
    await touchDiscussion(tx, discussionId, revision);
    return revision;
  });
}

function answer(ctx: UserContext, channel: LoadedChannel, discussionId: string, revision: number) {
  return answerChange(ctx.db, { documentId: channel.id, discussionId, revision }, readerOf(ctx, channel));
}
