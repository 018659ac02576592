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
import type { UserContext } from '../../core/context.ts';
import { AppError, violatedUnique } from '../../core/errors.ts';
import { mentionsIn } from '../../workspace/mention/mention.ts';
import { changeDocument } from '../model/state.ts';
import { answerChange } from './changes.ts';
import { notifyOfComment } from './comment.notices.ts';
import { readerOf } from './discussion.presenter.ts';
import { findMadeDiscussion, insertComment, insertDiscussion } from './discussion.repo.ts';
import { assertRoom, nextRevision } from './write.ts';

/** What a call made, or an earlier one with the same key. */
interface Made {
  discussionId: string;
  commentId: string;
}

interface Written extends Made {
  revision: number;
  /** An earlier call made it, so the document stays as it is. */
  isRepeat: boolean;
}

/**
 * Begins a discussion with its first comment. The words that it is about are marked in the document by the server, in
 * the same transaction, so that who may comment needs no right to write.
 * @throws AppError `tooManyComments`, `notFound` when the document is gone, or what an earlier call with the same key
 *   made; `conflict` when the key was used beside another document
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
  ).catch((err) => {
    // The same key at the same moment beside another document.
    throw violatedUnique(err) === null ? err : new AppError('conflict', {}, err);
  });
  const where = { documentId, discussionId: made.discussionId, revision };
  return { ...(await answerChange(db, where, readerOf(ctx, channel))), ...made };
}

/** Puts the mark into the document itself. Whose words they are does not change by that, so nobody is its writer. */
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
  if (!clientKey) return null;
  const found = await findMadeDiscussion(tx, actor.userId, clientKey);
  if (!found) return null;
  if (found.documentId !== documentId) throw new AppError('conflict');
  const { discussionId, commentId } = found;
  if (found.deletedAt || commentId === null) throw new AppError('notFound');
  return { discussionId, commentId };
}
