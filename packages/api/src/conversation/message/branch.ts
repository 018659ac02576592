import { type Db, transaction } from '@tandem/db';
import { type DrawingPart, drawingOf, filesOf } from '@tandem/shared/message/parts';
import type {
  editMessageSchema,
  MessageChange,
  regenerateMessageSchema,
} from '@tandem/shared/message/schema';
import type * as z from 'zod';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { answerSince, headOf, presentChange } from '../../content/message/changes.ts';
import { type LockedHead, raiseHead } from '../../content/message/head.ts';
import { readerIn } from '../../content/message/message.presenter.ts';
import { findMessage, findWithAnswers } from '../../content/message/message.repo.ts';
import {
  findAnswerByClientKey,
  findByClientKey,
  isAnswered,
  othersFollow,
  rewriteMessage,
  setAsideFrom,
} from '../../content/message/path.repo.ts';
import type { MessageRow } from '../../content/message/row.ts';
import { indexMessage, searchedTextOf } from '../../content/search/index.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError, violatedUnique } from '../../core/errors.ts';
import { offersModel } from '../../models/provider/provider.service.ts';
import { assistantAsked, mentionsIn, notifyMentioned } from '../../workspace/mention/mention.ts';
import {
  type Answerer,
  announce,
  answererFor,
  append,
  lockHeadOf,
  partsOf,
  refuseTooManyTurns,
  refuseWhileRunning,
} from './begin.ts';

/** A change of the path that was announced. */
interface Branched {
  /** As it was before. */
  head: LockedHead;
}

/** An earlier call with the same key has done it. */
interface Repeated {
  repeatedId: string;
}

/**
 * Puts a new wording in the place of a person's own message, and has it answered if it asks somebody; the old one and
 * what followed stay as an alternative. Where nobody answered the old one nor is to answer the new one, it is
 * changed as it stands.
 * @throws AppError `notAuthor`, `messageFollowed` when someone else wrote after it, `turnRunning`, `conflict` when
 *   it is not on the path any more
 */
export async function editMessage(
  ctx: UserContext,
  channel: LoadedChannel,
  input: z.output<typeof editMessageSchema>,
): Promise<MessageChange> {
  const { clientKey = null, messageId, text } = input;
  const { userId } = ctx.actor;
  const findRepeat = async (db: Db): Promise<Repeated | null> => {
    const found = clientKey && (await findByClientKey(db, userId, clientKey));
    if (!found) return null;
    if (found.channelId !== channel.id) throw new AppError('conflict');
    return { repeatedId: found.id };
  };
  const mentions = await mentionsIn(ctx.db, channel, text, input.mentions);
  const asked = assistantAsked(channel, mentions);
  const drawing = drawingOf((await findMessage(ctx.db, channel.id, messageId))?.parts ?? []);
  const answerer =
    asked &&
    (await answererOrRepeat(
      ctx,
      { ...channel, ...asked },
      await drawerOf(ctx, channel, drawing),
      findRepeat,
    ));
  if (answerer && 'repeatedId' in answerer) return answerRepeat(ctx, channel, answerer.repeatedId);
  return branch(ctx, channel, async (tx) => {
    const head = await lockHeadOf(tx, channel.id);
    const repeated = await findRepeat(tx);
    if (repeated) return repeated;
    const target = await targetOf(tx, channel, messageId);
    mayEdit(target, userId);
    const told = { authorId: userId, mentions, before: target.mentions };
    if (!answerer && !(await isAnswered(tx, channel.id, messageId))) {
      if (await othersFollow(tx, channel.id, target.seq, userId)) throw new AppError('messageFollowed');
      const parts = partsOf({ text, files: target.parts.filter(({ type }) => type !== 'text') });
      await rewriteMessage(tx, messageId, { parts, mentions, revision: head.revision + 1 });
      await indexMessage(tx, { messageId, text: searchedTextOf(parts) });
      await raiseHead(tx, head);
      await notifyMentioned(ctx, tx, channel, { id: messageId, ...told });
      return branched(ctx, tx, channel, head, null);
    }
    await refuseWhileRunning(tx, channel.id);
    if (answerer) await refuseTooManyTurns(tx, ctx.platform, userId);
    const left = await setAside(tx, channel, head, target, userId);
    const { questionId, turnId } = await append(tx, ctx, channel, head, {
      parentId: target.parentId,
      question: {
        authorId: userId,
        text,
        mentions,
        files: filesOf(target.parts),
        drawing,
        clientKey,
        isEdit: true,
      },
      ...(answerer && { answer: { userId, answerer } }),
      left,
    });
    await notifyMentioned(ctx, tx, channel, { id: questionId, ...told });
    return branched(ctx, tx, channel, head, turnId);
  });
}

/**
 * Has an answer written again; the old one and what followed stay as an alternative.
 * @throws AppError `messageFollowed` when someone else wrote after it, `turnRunning`, `conflict` when it is not on
 *   the path any more or not an answer
 */
export async function regenerateMessage(
  ctx: UserContext,
  channel: LoadedChannel,
  input: z.output<typeof regenerateMessageSchema>,
): Promise<MessageChange> {
  const { clientKey = null, messageId, modelId } = input;
  const { userId } = ctx.actor;
  const first = await findMessage(ctx.db, channel.id, messageId);
  if (!first) throw new AppError('notFound');
  if (first.role !== 'assistant') throw new AppError('conflict');
  const { parentId } = first;
  const findRepeat = async (db: Db): Promise<Repeated | null> => {
    const found = clientKey && (await findAnswerByClientKey(db, channel.id, parentId, clientKey));
    return found ? { repeatedId: found.id } : null;
  };
  const question = parentId === null ? null : await findMessage(ctx.db, channel.id, parentId);
  const drawing = drawingOf(question?.parts ?? []);
  const wanted = modelId ?? (await drawerOf(ctx, channel, drawing));
  const answerer = await answererOrRepeat(ctx, channel, wanted, findRepeat);
  if ('repeatedId' in answerer) return answerRepeat(ctx, channel, answerer.repeatedId);
  return branch(ctx, channel, async (tx) => {
    const head = await lockHeadOf(tx, channel.id);
    const repeated = await findRepeat(tx);
    if (repeated) return repeated;
    await refuseWhileRunning(tx, channel.id);
    await refuseTooManyTurns(tx, ctx.platform, userId);
    const target = await targetOf(tx, channel, messageId);
    const left = await setAside(tx, channel, head, target, userId);
    const answer = { userId, answerer, clientKey };
    const { turnId } = await append(tx, ctx, channel, head, { parentId, answer, left });
    return branched(ctx, tx, channel, head, turnId);
  });
}

/** The assistant and model that answer; where none can, the result of an earlier call with the same key. */
async function answererOrRepeat(
  ctx: UserContext,
  channel: LoadedChannel,
  modelId: string | null,
  findRepeat: (db: Db) => Promise<Repeated | null>,
): Promise<Answerer | Repeated> {
  try {
    return await answererFor(ctx, channel, modelId);
  } catch (err) {
    const before = await findRepeat(ctx.db);
    if (before) return before;
    throw err;
  }
}

/** The model that a question asked to draw, if it still can; else the assistant's own answers. */
async function drawerOf(
  ctx: UserContext,
  { teamId }: Pick<LoadedChannel, 'teamId'>,
  drawing: DrawingPart['data'] | null,
): Promise<string | null> {
  return drawing && (await offersModel(ctx.db, teamId, drawing.modelId, ['image'])) ? drawing.modelId : null;
}

function mayEdit(target: MessageRow, userId: number): void {
  if (target.role !== 'user' || target.authorId !== userId) throw new AppError('notAuthor');
}

/**
 * The message that is to be replaced.
 * @throws AppError `notFound`, `conflict` when it is not on the path any more
 */
async function targetOf(db: Db, channel: LoadedChannel, messageId: string): Promise<MessageRow> {
  const target = await findMessage(db, channel.id, messageId);
  if (!target) throw new AppError('notFound');
  if (!target.active) throw new AppError('conflict');
  return target;
}

/** Takes a message and what follows off the path, unless that would take someone else's words away. */
async function setAside(
  tx: Db,
  channel: LoadedChannel,
  head: LockedHead,
  target: MessageRow,
  userId: number,
): Promise<number> {
  if (await othersFollow(tx, channel.id, target.seq, userId)) throw new AppError('messageFollowed');
  return setAsideFrom(tx, channel.id, target.seq, head.revision + 1);
}

/** Tells of a changed path and starts its turn, once that is committed. */
function branched(
  ctx: UserContext,
  tx: Db,
  channel: LoadedChannel,
  head: LockedHead,
  turnId: string | null,
): Branched {
  announce(tx, ctx, channel, head.revision + 1, { isNew: true, turnId });
  return { head };
}

/** Commits a change of the path, and answers what changed. */
async function branch(
  ctx: UserContext,
  channel: LoadedChannel,
  work: (tx: Db) => Promise<Branched | Repeated>,
): Promise<MessageChange> {
  const { db } = ctx;
  const done = await transaction(db, work).catch((err) => {
    // The same key at the same moment.
    throw violatedUnique(err) === null ? err : new AppError('conflict', {}, err);
  });
  if ('repeatedId' in done) return answerRepeat(ctx, channel, done.repeatedId);
  return answerSince(db, channel.id, done.head.revision, readerIn(ctx, channel));
}

async function answerRepeat(
  ctx: UserContext,
  channel: LoadedChannel,
  messageId: string,
): Promise<MessageChange> {
  const head = await headOf(ctx.db, channel.id);
  const rows = await findWithAnswers(ctx.db, channel.id, messageId);
  return presentChange({ ...head, rows }, readerIn(ctx, channel));
}
