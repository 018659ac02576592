import { beforeCommit, type Db, transaction } from '@tandem/db';
import type {
  editQueuedSchema,
  MessageChange,
  MessageError,
  removeQueuedSchema,
} from '@tandem/shared/message/schema';
import type * as z from 'zod';
import { mayOnChannel } from '../../access/policy/access.policy.ts';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import { dropFiles, partsInChannel } from '../../content/file/file.service.ts';
import { answerSince } from '../../content/message/changes.ts';
import { findByClientKey } from '../../content/message/client-key.repo.ts';
import { lockHead, raiseHead } from '../../content/message/head.ts';
import { readerIn } from '../../content/message/message.presenter.ts';
import { findEnd } from '../../content/message/path.repo.ts';
import { systemContext, type UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import { isLowered } from '../../core/trpc/access.ts';
import { type Answerer, answererFor } from '../../models/assistant/answerer.ts';
import { refusalOf } from '../../models/budget/budget.service.ts';
import { assistantAsked, mentionsIn, notifyMentioned } from '../../workspace/mention/mention.ts';
import { announce, append, hasTooManyTurns, lockHeadOf } from './begin.ts';
import {
  deleteQueued,
  findNextQueued,
  findQueued,
  type QueuedMessageRow,
  updateQueuedText,
} from './queue.repo.ts';

/**
 * Changes the text of a waiting message.
 * @throws AppError `notFound` when its turn has come already, `notAuthor`
 */
export async function editQueued(
  ctx: UserContext,
  channel: LoadedChannel,
  { queuedId, text, mentions: wanted }: z.output<typeof editQueuedSchema>,
): Promise<MessageChange> {
  const mentions = await mentionsIn(ctx.db, channel, text, wanted);
  return changeQueue(ctx, channel, queuedId, async (tx, queued) => {
    if (queued.authorId !== ctx.actor.userId) throw new AppError('notAuthor');
    if (text.trim() === '' && queued.fileIds.length === 0) throw new AppError('messageEmpty');
    await updateQueuedText(tx, queuedId, { text, mentions });
  });
}

/**
 * Removes a queued message; managers of the channel may remove anyone's.
 * @throws AppError `notFound` when its turn has come already, `notAuthor`
 */
export function removeQueued(
  ctx: UserContext,
  channel: LoadedChannel,
  { queuedId }: z.output<typeof removeQueuedSchema>,
): Promise<MessageChange> {
  return changeQueue(ctx, channel, queuedId, async (tx, queued) => {
    const isOwn = queued.authorId === ctx.actor.userId;
    if (!isOwn && !mayOnChannel(channel.held, 'channel.manage')) throw new AppError('notAuthor');
    await deleteQueued(tx, queuedId);
    await dropFiles(tx, channel.id, queued.fileIds);
  });
}

async function changeQueue(
  ctx: UserContext,
  channel: LoadedChannel,
  queuedId: string,
  change: (tx: Db, queued: QueuedMessageRow) => Promise<void>,
): Promise<MessageChange> {
  const head = await transaction(ctx.db, async (tx) => {
    const locked = await lockHeadOf(tx, channel.id);
    const queued = await findQueued(tx, channel.id, queuedId);
    if (!queued) throw new AppError('notFound');
    await change(tx, queued);
    await raiseHead(tx, locked);
    announce(tx, ctx, channel, locked.revision + 1);
    return locked;
  });
  return answerSince(ctx.db, channel.id, head.revision, readerIn(ctx, channel));
}

/**
 * Makes a channel's first queued message its newest, with a turn of this process, unless one is running. A
 * message its author may no longer send is dropped, as checked again when it is stored; one nobody can answer
 * stays unanswered. In the bin everything keeps waiting.
 * @returns the turn to start; null when there is nothing to do
 */
export async function takeNextQueued(platform: Platform, channelId: string): Promise<string | null> {
  const ctx = systemContext(platform, 'queue');
  for (;;) {
    const next = await findNextQueued(ctx.db, channelId);
    if (!next) return null;
    const channel = await channelOf(ctx.db, next);
    const asked = channel && assistantAsked(channel, next.mentions);
    const answerer = channel && asked && (await answererOrNull(ctx, { ...channel, ...asked }, next.modelId));
    const take = async (tx: Db, refusal: MessageError | null) => {
      const head = await lockHead(tx, channelId);
      const end = head && (await findEnd(tx, channelId));
      if (!end || end.isRunning) return { again: false, turnId: null };
      // Edited, removed, overtaken, taken by another process or deleted with its channel since it was read.
      const locked = await findNextQueued(tx, channelId);
      if (locked?.id !== next.id || locked.text !== next.text) return { again: true, turnId: null };
      // It stays queued, and the sweep for forgotten queues tries it again.
      if (answerer && !refusal && (await hasTooManyTurns(tx, platform, next.authorId)))
        return { again: false, turnId: null };
      await deleteQueued(tx, next.id);
      const revision = head.revision + 1;
      if (!channel) {
        await dropFiles(tx, channelId, locked.fileIds);
        await raiseHead(tx, head);
        // A change for the watchers, without anything new to read.
        announce(tx, ctx, { id: channelId, teamId: next.teamId }, revision);
        return { again: true, turnId: null };
      }
      beforeCommit(tx, async () => {
        const now = await channelOf(tx, next);
        if (!now || isLowered({ channel }, { channel: now })) throw new AuthorLowered();
      });
      const { authorId, text, mentions, drawing, workspace, mode, trigger } = locked;
      const files = await partsInChannel(tx, channelId, locked.fileIds);
      const { questionId, turnId } = await append(tx, ctx, channel, head, {
        parentId: end.tip,
        question: {
          authorId,
          text,
          mentions,
          files,
          drawing,
          workspace,
          trigger,
          clientKey: await freeKeyOf(tx, locked),
        },
        ...(answerer && {
          answer: {
            userId: authorId,
            answerer,
            turnId: next.id,
            mode: mode ?? undefined,
            ...(refusal && { refusal }),
          },
        }),
      });
      await notifyMentioned(ctx, tx, channel, { id: questionId, authorId, mentions });
      announce(tx, ctx, channel, revision, { isNew: true });
      return { again: turnId === null, turnId };
    };
    const attempt = (refusal: MessageError | null) => transaction(ctx.db, (tx) => take(tx, refusal));
    const taken = await attempt(null)
      .catch((err: unknown) => {
        // The queued message is stored, with the reason in place of its answer.
        const refusal = refusalOf(err);
        if (!refusal) throw err;
        return attempt(refusal);
      })
      .catch((err: unknown) => {
        if (err instanceof AuthorLowered) return { again: true, turnId: null };
        throw err;
      });
    if (!taken.again) return taken.turnId;
  }
}

/** The author of a queued message lost a right since it was checked, so it is checked again. */
class AuthorLowered extends Error {}

/**
 * Returns a message's key, unless its author used it for another message meanwhile: that must not block the
 * channel.
 */
async function freeKeyOf(tx: Db, { authorId, clientKey }: QueuedMessageRow): Promise<string | null> {
  return clientKey && (await findByClientKey(tx, authorId, clientKey)) ? null : clientKey;
}

/** Returns the channel if the message's author may still send there. */
async function channelOf(db: Db, queued: QueuedMessageRow): Promise<LoadedChannel | null> {
  try {
    return await channelFor(db, { userId: queued.authorId }, queued.channelId, 'channel.send');
  } catch (err) {
    if (err instanceof AppError && ['notFound', 'forbidden', 'archived'].includes(err.key)) return null;
    throw err;
  }
}

/** Returns the assistant and model that answer; the default model where the requested one is gone. */
async function answererOrNull(
  ctx: Parameters<typeof answererFor>[0],
  channel: LoadedChannel,
  modelId: string | null,
): Promise<Answerer | null> {
  try {
    return await answererFor(ctx, { ...channel, modelId });
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    return modelId === null ? null : answererOrNull(ctx, channel, null);
  }
}
