import type { Comment, Discussion } from '@tandem/shared/discussion/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import {
  type DiscussionReader,
  mayComment,
  mayEditComment,
  mayRemoveComment,
  mayRemoveDiscussion,
} from './discussion.policy.ts';
import type { CommentRow, DiscussionRow } from './view.repo.ts';

/** The actor as a reader of the document that was loaded for them. */
export function readerOf(ctx: UserContext, channel: LoadedChannel): DiscussionReader {
  return { userId: ctx.actor.userId, held: channel.held, channel };
}

/** A discussion as one reader gets it. */
export function presentDiscussion(row: DiscussionRow, reader: DiscussionReader): Discussion {
  const { id, documentId, blockId, quote, creator, resolvedAt, resolver, revision, createdAt } = row;
  const isShared = row.comments.some((each) => !each.deletedAt && each.authorId !== row.creatorId);
  return {
    id,
    documentId,
    blockId,
    quote,
    creator,
    resolvedAt,
    resolver,
    comments: row.comments.map((comment) => presentComment(comment, reader)),
    revision,
    createdAt,
    abilities: {
      reply: mayComment(reader),
      resolve: mayComment(reader),
      remove: mayRemoveDiscussion(reader, { creatorId: row.creatorId, isShared }),
    },
  };
}

function presentComment(row: CommentRow, reader: DiscussionReader): Comment {
  const { id, discussionId, author, text, mentions, createdAt, editedAt, deletedAt } = row;
  const isThere = deletedAt === null;
  return {
    id,
    discussionId,
    author,
    text,
    mentions,
    reactions: row.reactions.map(({ emoji, userIds, people }) => ({
      emoji,
      count: userIds.length,
      mine: userIds.includes(reader.userId),
      people,
    })),
    createdAt,
    editedAt,
    deletedAt,
    abilities: {
      edit: isThere && mayEditComment(reader, row),
      remove: isThere && mayRemoveComment(reader, row),
      react: isThere && mayComment(reader),
    },
  };
}
