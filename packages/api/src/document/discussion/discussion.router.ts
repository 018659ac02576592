import {
  createCommentSchema,
  createDiscussionSchema,
  listDiscussionsSchema,
  reactToCommentSchema,
  removeCommentSchema,
  removeDiscussionSchema,
  resolveDiscussionSchema,
  updateCommentSchema,
} from '@tandem/shared/discussion/schema';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { listDiscussions } from './changes.ts';
import { createComment, editComment, reactToComment } from './comment.write.ts';
import { createDiscussion } from './create.ts';
import { readerOf } from './discussion.presenter.ts';
import { commentRule, discussionRule, documentRule } from './discussion.rules.ts';
import { removeComment, removeDiscussion } from './remove.ts';
import { setResolved } from './resolve.ts';

const byDocument = (input: { documentId: string }) => input.documentId;
const inDiscussion = discussionRule(
  'channel.comment',
  (input: { discussionId: string }) => input.discussionId,
);
const onComment = commentRule('channel.comment', (input: { commentId: string }) => input.commentId);

export const discussionRouter = router({
  list: procedure
    .guarded(listDiscussionsSchema, documentRule('channel.view', byDocument))
    .query(({ ctx, input }) => listDiscussions(ctx.db, input.documentId, readerOf(ctx, ctx.channel))),

  create: procedure
    .guarded(createDiscussionSchema, documentRule('channel.comment', byDocument))
    .mutation(({ ctx, input }) => createDiscussion(ctx, ctx.channel, input)),

  resolve: procedure
    .guarded(resolveDiscussionSchema, inDiscussion)
    .mutation(({ ctx, input }) => setResolved(ctx, ctx.channel, ctx.discussion, input.resolved)),

  remove: procedure
    .guarded(removeDiscussionSchema, inDiscussion)
    .mutation(({ ctx }) => removeDiscussion(ctx, ctx.channel, ctx.discussion)),
});

export const commentRouter = router({
  create: procedure
    .guarded(createCommentSchema, inDiscussion)
    .mutation(({ ctx, input }) => createComment(ctx, ctx.channel, ctx.discussion, input)),

  update: procedure
    .guarded(updateCommentSchema, onComment)
    .mutation(({ ctx, input }) => editComment(ctx, ctx.channel, ctx.comment, input)),

  remove: procedure
    .guarded(removeCommentSchema, onComment)
    .mutation(({ ctx }) => removeComment(ctx, ctx.channel, ctx.comment)),

  react: procedure
    .guarded(reactToCommentSchema, onComment)
    .mutation(({ ctx, input }) => reactToComment(ctx, ctx.channel, ctx.comment, input)),
});
