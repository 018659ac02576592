import type { Db } from '@tandem/db';
import { asksWorkspace, type DrawingPart, drawingOf, filesOf } from '@tandem/shared/message/parts';
import type {
  editMessageSchema,
  MessageChange,
  regenerateMessageSchema,
} from '@tandem/shared/message/schema';
import type * as z from 'zod';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { findModeOf } from '../../agent/run/run.repo.ts';
import { answerSince, headOf, presentChange } from '../../content/message/changes.ts';
import { findAnswerByClientKey, findByClientKey } from '../../content/message/client-key.repo.ts';
import { type LockedHead, raiseHead } from '../../content/message/head.ts';
import { readerIn } from '../../content/message/message.presenter.ts';
import { findMessage, findWithAnswers } from '../../content/message/message.repo.ts';
import { isAnswered, othersFollow, rewriteMessage, setAsideFrom } from '../../content/message/path.repo.ts';
import type { MessageRow } from '../../content/message/row.ts';
import { indexMessage, searchedTextOf } from '../../content/search/index.ts';
import { type ByClientKey, workOnce } from '../../core/client-key.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type Answerer, answererFor } from '../../models/assistant/answerer.ts';
import { offersModel } from '../../models/provider/provider.service.ts';
import { assistantAsked, mentionsIn, notifyMentioned } from '../../workspace/mention/mention.ts';
import { announce, append, lockHeadOf, partsOf, refuseTooManyTurns, refuseWhileRunning } from './begin.ts';

/**
 * Replaces a person's own message, and has it answered if it addresses an assistant; the old wording and its
 * replies stay as an alternative. Without an old or new answer, the message is edited in place.
 * @throws AppError `notAuthor`, `messageFollowed` when someone else wrote after it, `turnRunning`, `conflict`
 * when it is no longer on the path
 */
export async function editMessage(
  ctx: UserContext,
  channel: LoadedChannel,
  input: z.output<typeof editMessageSchema>,
): Promise<MessageChange> {
  const { clientKey = null, messageId, text } = input;
  const { userId } = ctx.actor;
  const key: ByClientKey<{ id: string; channelId: string }> = {
    clientKey,
    find: (db, given) => findByClientKey(db, userId, given),
    isHere: ({ channelId }) => channelId === channel.id,
  };
  const mentions = await mentionsIn(ctx.db, channel, text, input.mentions);
  const asked = assistantAsked(channel, mentions);
  const drawing = drawingOf((await findMessage(ctx.db, channel.id, messageId))?.parts ?? []);
  const prepare = async () =>
    asked && answererFor(ctx, { ...channel, ...asked, modelId: await drawerOf(ctx, channel, drawing) });
  return branch(ctx, channel, key, prepare, async (tx, head, answerer) => {
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
      return null;
    }
    await refuseWhileRunning(tx, channel.id);
    if (answerer) await refuseTooManyTurns(tx, ctx.platform, userId);
    const mode = await modeBefore(tx, channel, messageId);
    const left = await setAside(tx, channel, head, target, userId);
    const { questionId, turnId } = await append(tx, ctx, channel, head, {
      parentId: target.parentId,
      question: {
        authorId: userId,
        text,
        mentions,
        files: filesOf(target.parts),
        drawing,
        workspace: asksWorkspace(target.parts),
        clientKey,
        isEdit: true,
      },
      ...(answerer && { answer: { userId, answerer, mode } }),
      left,
    });
    await notifyMentioned(ctx, tx, channel, { id: questionId, ...told });
    return turnId;
  });
}

/**
 * Regenerates an answer; the old one and its replies stay as an alternative.
 * @throws AppError `messageFollowed` when someone else wrote after it, `turnRunning`, `conflict` when it is
 * no longer on the path or not an answer
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
  const key: ByClientKey<{ id: string }> = {
    clientKey,
    find: (db, given) => findAnswerByClientKey(db, channel.id, parentId, given),
    isHere: () => true,
  };
  const question = parentId === null ? null : await findMessage(ctx.db, channel.id, parentId);
  const drawing = drawingOf(question?.parts ?? []);
  const wanted = modelId ?? (await drawerOf(ctx, channel, drawing));
  const prepare = () => answererFor(ctx, { ...channel, modelId: wanted });
  return branch(ctx, channel, key, prepare, async (tx, head, answerer) => {
    await refuseWhileRunning(tx, channel.id);
    await refuseTooManyTurns(tx, ctx.platform, userId);
    const target = await targetOf(tx, channel, messageId);
    const mode = await modeBefore(tx, channel, messageId);
    const left = await setAside(tx, channel, head, target, userId);
    const answer = { userId, answerer, clientKey, mode };
    const { turnId } = await append(tx, ctx, channel, head, { parentId, answer, left });
    return turnId;
  });
}

/** What the run before might do, which asking again does not change. */
async function modeBefore(tx: Db, { kind }: LoadedChannel, messageId: string) {
  return kind === 'agent' ? findModeOf(tx, messageId) : undefined;
}

/** Returns the image model a question requested, if still available; else the assistant's answerer. */
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
 * Returns the message to replace.
 * @throws AppError `notFound`, `conflict` when it is no longer on the path
 */
async function targetOf(db: Db, channel: LoadedChannel, messageId: string): Promise<MessageRow> {
  const target = await findMessage(db, channel.id, messageId);
  if (!target) throw new AppError('notFound');
  if (!target.active) throw new AppError('conflict');
  return target;
}

/** Takes a message and its replies off the path, unless that would hide someone else's messages. */
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

/**
 * Commits a change of the path, announces it, starts its turn, and returns the changes of this call, or of an
 * earlier one with the same key.
 * @param work returns the turn to start, or null
 */
async function branch<Made extends { id: string }, Answering extends Answerer | null>(
  ctx: UserContext,
  channel: LoadedChannel,
  key: ByClientKey<Made>,
  prepare: () => Promise<Answering>,
  work: (tx: Db, head: LockedHead, answerer: Answering) => Promise<string | null>,
): Promise<MessageChange> {
  const { db } = ctx;
  const reader = readerIn(ctx, channel);
  const { made, done } = await workOnce(db, key, {
    prepare,
    lock: (tx) => lockHeadOf(tx, channel.id),
    async work(tx, head, answerer) {
      const turnId = await work(tx, head, answerer);
      announce(tx, ctx, channel, head.revision + 1, { isNew: true, turnId });
      return head;
    },
  });
  if (done) return answerSince(db, channel.id, done.revision, reader);
  const head = await headOf(db, channel.id);
  const rows = await findWithAnswers(db, channel.id, made.id);
  return presentChange({ ...head, rows }, reader);
}
