import { randomUUID } from 'node:crypto';
import { type Db, transaction } from '@tandem/db';
import {
  type Anchor,
  type CommentedChange,
  type CreateDiscussion,
  quoteOf,
} from '@tandem/shared/discussion/schema';
import { holdRight } from '../../access/policy/access.hold.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { wordsToStore } from '../../content/search/index.ts';
import { madeBefore, refuseTakenKey } from '../../core/client-key.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { mentionsIn } from '../../workspace/mention/mention.ts';
import { changeDocument } from '../model/state.ts';
import { answerChange } from './changes.ts';
import { notifyOfComment } from './comment.notices.ts';
import { readerOf } from './discussion.presenter.ts';
import { findMadeDiscussion, insertComment, insertDiscussion } from './discussion.repo.ts';
import { assertRoom, nextRevision } from './write.ts';

/** Result of a call, or of an earlier one with the same key. */
interface Made {
  discussionId: string;
  commentId: string;
}

interface Written extends Made {
  revision: number;
  /** An earlier call created it, so the document stays unchanged. */
  isRepeat: boolean;
}

/**
 * Starts a discussion with its first comment. The server marks its words in the document in the same
 * transaction, so that commenters need no right to write.
 * @throws AppError `tooManyComments`, `notFound` when the document, or the result of an earlier call with the
 * same key, is gone; `conflict` when the key was used in another document
 */
export async function createDiscussion(
  ctx: UserContext,
  channel: LoadedChannel,
  input: CreateDiscussion,
): Promise<CommentedChange> {
  const { db, platform, actor } = ctx;
  const documentId = channel.id;
  const mentions = await mentionsIn(db, channel, input.text, input.mentions);
  const words = await wordsToStore(input.text);
  const id = randomUUID();

  const write = async (tx: Db, hasBlock: boolean): Promise<Written> => {
    // The lock that all changes take: a repeat waits here for the first.
    const revision = await nextRevision(tx, platform, documentId);
    const before = await findRepeat(tx, ctx, input);
    if (before) return { ...before, revision, isRepeat: true };
    await assertRoom(tx, documentId, 'discussion');
    const { anchor } = input;
    await insertDiscussion(tx, {
      id,
      documentId,
      blockId: hasBlock && anchor ? anchor.blockId : null,
      quote: anchor ? quoteOf(anchor) : '',
      creatorId: actor.userId,
      clientKey: input.clientKey ?? null,
      revision,
    });
    const comment = { discussionId: id, authorId: actor.userId, text: input.text, mentions, words };
    const commentId = await insertComment(tx, { ...comment, clientKey: null });
    await notifyOfComment(ctx, tx, channel, { id: commentId, mentions });
    return { discussionId: id, commentId, revision, isRepeat: false };
  };
  const judge = (tx: Db) => holdRight(tx, actor, channel.id, 'channel.comment');
  const {
    revision,
    isRepeat: _isRepeat,
    ...made
  } = await (input.anchor
    ? inDocument(ctx, documentId, { anchor: input.anchor, discussionId: id }, { judge, write })
    : transaction(db, async (tx) => {
        await judge(tx);
        return write(tx, false);
      })
  ).catch(refuseTakenKey);
  const where = { documentId, discussionId: made.discussionId, revision };
  return { ...(await answerChange(db, where, readerOf(ctx, channel))), ...made };
}

/** Marks the words in the document. Their authorship does not change, so nobody becomes its writer. */
async function inDocument(
  { platform, actor }: UserContext,
  documentId: string,
  mark: { anchor: Anchor; discussionId: string },
  {
    judge,
    write,
  }: { judge: (tx: Db) => Promise<unknown>; write: (tx: Db, hasBlock: boolean) => Promise<Written> },
): Promise<Written> {
  const { promise, resolve } = Promise.withResolvers<Written>();
  await changeDocument(platform, documentId, {
    userId: null,
    owner: actor.userId,
    operation: { name: 'anchor', input: mark },
    judge,
    async store(tx, { hasBlock }) {
      const written = await write(tx, hasBlock);
      resolve(written);
      return !written.isRepeat;
    },
  });
  return promise;
}

async function findRepeat(
  tx: Db,
  { actor }: UserContext,
  { clientKey, documentId }: CreateDiscussion,
): Promise<Made | null> {
  const found = await madeBefore(tx, {
    clientKey,
    find: (db, key) => findMadeDiscussion(db, actor.userId, key),
    isHere: (made) => made.documentId === documentId,
  });
  if (!found) return null;
  const { discussionId, commentId } = found;
  if (found.deletedAt || commentId === null) throw new AppError('notFound');
  return { discussionId, commentId };
}
