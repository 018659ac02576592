import type { CommentedChange, DiscussionChange, DiscussionList } from '@tandem/shared/discussion/schema';
import { type RestRow, row } from '../../core/rest/row.ts';

/** Returns the discussion a call changed; null when it is deleted. */
const discussionOf = ({ discussions }: DiscussionChange) => discussions[0] ?? null;

export const discussionRows: RestRow[] = [
  row<DiscussionList>({
    verb: 'GET',
    path: '/api/discussion/list',
    summary: 'Discussions of a document with their comments, oldest first, resolved ones included',
    calls: 'discussion.list',
    output: ({ list }) => list,
  }),
  row<CommentedChange>({
    verb: 'POST',
    path: '/api/discussion/createWithComment',
    summary: 'Begins a discussion with its first comment, about words of a block or the whole document',
    calls: 'discussion.create',
    rename: { content: 'text' },
    output: discussionOf,
  }),
  row<CommentedChange>({
    verb: 'POST',
    path: '/api/comment/create',
    summary: 'Answers in a discussion',
    calls: 'comment.create',
    rename: { content: 'text' },
    output: (change) =>
      discussionOf(change)?.comments.find((comment) => comment.id === change.commentId) ?? null,
  }),
  row<DiscussionChange>({
    verb: 'POST',
    path: '/api/comment/update',
    summary: "Changes one's own comment. Answers its discussion",
    calls: 'comment.update',
    rename: { id: 'commentId', content: 'text' },
    output: discussionOf,
  }),
  row<DiscussionChange>({
    verb: 'POST',
    path: '/api/discussion/resolve',
    summary: 'Resolves a discussion; with "resolved": false opens it again',
    calls: 'discussion.resolve',
    rename: { id: 'discussionId' },
    output: discussionOf,
  }),
  row<DiscussionChange>({
    verb: 'DELETE',
    path: '/api/discussion/delete',
    summary: 'Deletes a discussion with its comments, and its mark in the document',
    calls: 'discussion.remove',
    rename: { id: 'discussionId' },
    output: discussionOf,
  }),
  row<DiscussionChange>({
    verb: 'DELETE',
    path: '/api/comment/delete',
    summary: 'Deletes a comment. Answers its discussion; null when nothing is left of it',
    calls: 'comment.remove',
    rename: { id: 'commentId' },
    output: discussionOf,
  }),
];
