import type {
  Anchor,
  CommentedChange,
  CreateComment,
  DiscussionChange,
  ReactToComment,
  UpdateComment,
} from '@tandem/shared/discussion/schema';
import type { DocumentLiveEvent } from '@tandem/shared/live/events';
import { callFailed } from '../../lib/call-failed.ts';
import { isUnauthorised } from '../../lib/errors.ts';
import { api } from '../../lib/trpc.ts';

type People = CreateComment['mentions'];

/** The server calls used by the discussions of a document. */
export interface DiscussionPort {
  watch(
    input: { documentId: string; revision?: number },
    on: { onEvent(event: DocumentLiveEvent): void; onError(error: unknown): void },
  ): () => void;
  begin(input: {
    documentId: string;
    text: string;
    anchor?: Anchor | undefined;
    mentions?: People;
    clientKey: string;
  }): Promise<CommentedChange>;
  resolve(discussionId: string, resolved: boolean): Promise<DiscussionChange>;
  remove(discussionId: string): Promise<DiscussionChange>;
  reply(input: CreateComment): Promise<CommentedChange>;
  edit(input: UpdateComment): Promise<DiscussionChange>;
  removeComment(commentId: string): Promise<DiscussionChange>;
  react(input: ReactToComment): Promise<DiscussionChange>;
}

/** These failures are shown where they happen; only the end of the session concerns the whole page. */
const silent = { context: { silent: true } };

async function shownInPlace<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (isUnauthorised(error)) callFailed(error, { kind: 'mutation', ownSession: true }, {});
    throw error;
  }
}

export const discussionPort: DiscussionPort = {
  watch(input, { onEvent, onError }) {
    const subscription = api.live.document.subscribe(input, { onData: ({ data }) => onEvent(data), onError });
    return () => subscription.unsubscribe();
  },
  begin: (input) => shownInPlace(api.discussion.create.mutate(input, silent)),
  resolve: (discussionId, resolved) =>
    shownInPlace(api.discussion.resolve.mutate({ discussionId, resolved }, silent)),
  remove: (discussionId) => shownInPlace(api.discussion.remove.mutate({ discussionId }, silent)),
  reply: (input) => shownInPlace(api.comment.create.mutate(input, silent)),
  edit: (input) => shownInPlace(api.comment.update.mutate(input, silent)),
  removeComment: (commentId) => shownInPlace(api.comment.remove.mutate({ commentId }, silent)),
  react: (input) => shownInPlace(api.comment.react.mutate(input, silent)),
};
