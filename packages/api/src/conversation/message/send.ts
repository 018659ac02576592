import { randomUUID } from 'node:crypto';
import { type Db, onCommit, transaction } from '@tandem/db';
import type { Mention, SendMessage, SendResult } from '@tandem/shared/message/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { attachFiles } from '../../content/file/file.service.ts';
import { answerSince, headOf, presentChange } from '../../content/message/changes.ts';
import { type LockedHead, raiseHead } from '../../content/message/head.ts';
import { readerIn } from '../../content/message/message.presenter.ts';
import { findWithAnswers } from '../../content/message/message.repo.ts';
import { findEnd, findSent } from '../../content/message/path.repo.ts';
import { writeStop } from '../../content/turn/turn.repo.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError, violatedUnique } from '../../core/errors.ts';
import { assistantAsked, mentionsIn, notifyMentioned } from '../../workspace/mention/mention.ts';
import { type Answerer, announce, answererFor, append, lockHeadOf, refuseTooManyTurns } from './begin.ts';
import { insertQueued } from './queue.repo.ts';

/** Messages that may wait in one channel. */
const MAX_QUEUED = 50;

type Sent =
  | { kind: 'stored'; messageId: string; turnId: string | null; head: LockedHead }
  | { kind: 'queued'; queuedId: string; head: LockedHead }
  | Repeated;

/** What was sent, with those whom it really names. */
type Said = Omit<SendMessage, 'mentions'> & { mentions: readonly Mention[] };

interface Repeated {
  kind: 'repeated';
  messageId: string | null;
  queuedId: string | null;
}

/**
 * Stores a person's message and starts the answer, which goes on without this request; while another answer is
 * being written the message waits, and with `steer` that answer is stopped and this one comes next. A message that
 * asks nobody is stored at once, whatever runs or waits.
 * @throws AppError `notFound` for a file that is not the sender's or is in use, `queueFull`, `tooManyTurns`, `conflict` when the key was used in another channel, and those of `answererFor`
 */
export async function sendMessage(
  ctx: UserContext,
  channel: LoadedChannel,
  input: SendMessage,
): Promise<SendResult> {
  const { db } = ctx;
  const mentions = await mentionsIn(db, channel, input.text, input.mentions);
  const asked = assistantAsked(channel, mentions);
  let answerer: Answerer | null;
  try {
    // Ahead of the lock: nothing that it reads has to hold until the commit.
    answerer = asked && (await answererFor(ctx, { ...channel, ...asked }, input.modelId));
  } catch (err) {
    const before = await findRepeat(db, ctx, input);
    if (before) return answerRepeat(ctx, channel, before);
    throw err;
  }
  const sent = await transaction(db, (tx) => store(tx, ctx, channel, { ...input, mentions }, answerer)).catch(
    (err) => {
      // The same key at the same moment in another channel.
      throw violatedUnique(err) === null ? err : new AppError('conflict', {}, err);
    },
  );
  if (sent.kind === 'repeated') return answerRepeat(ctx, channel, sent);
  const reader = readerIn(ctx, channel);
  if (sent.kind === 'stored') {
    const stored = { messageId: sent.messageId, queuedId: null };
    // Others' messages may wait beside it.
    if (sent.turnId === null)
      return { ...(await answerSince(db, channel.id, sent.head.revision, reader)), ...stored };
    // Nothing waits, and nothing but these two changed.
    const rows = await findWithAnswers(db, channel.id, sent.messageId);
    const revision = sent.head.revision + 1;
    return { ...presentChange({ revision, rows, queue: [] }, reader), ...stored };
  }
  return {
    ...(await answerSince(db, channel.id, sent.head.revision, reader)),
    messageId: null,
    queuedId: sent.queuedId,
  };
}

async function store(
  tx: Db,
  ctx: UserContext,
  channel: LoadedChannel,
  input: Said,
  answerer: Answerer | null,
): Promise<Sent> {
  const { userId } = ctx.actor;
  const { text, mentions } = input;
  const head = await lockHeadOf(tx, channel.id);
  const repeated = await findRepeat(tx, ctx, input);
  if (repeated) return repeated;
  const { isRunning, waiting, tip } = await findEnd(tx, channel.id);
  if (answerer && (isRunning || waiting > 0)) {
    if (waiting >= MAX_QUEUED) throw new AppError('queueFull');
    const queuedId = await queue(tx, ctx, channel, input);
    const stopped = input.steer ? await writeStop(tx, [channel.id]) : [];
    await raiseHead(tx, head);
    announce(tx, ctx, channel, head.revision + 1);
    const { turns } = ctx.platform;
    onCommit(tx, () => {
      if (!isRunning) turns.takeNext(channel.id);
      for (const turnId of stopped) turns.requestStop(turnId);
    });
    return { kind: 'queued', queuedId, head };
  }
  if (answerer) await refuseTooManyTurns(tx, ctx.platform, userId);
  const files = await attachFiles(tx, { userId, channel, fileIds: input.fileIds ?? [] });
  const { questionId: messageId, turnId } = await append(tx, ctx, channel, head, {
    parentId: tip,
    question: {
      authorId: userId,
      text,
      mentions,
      files,
      drawing: input.drawing,
      clientKey: input.clientKey ?? null,
    },
    ...(answerer && { answer: { userId, answerer } }),
  });
  await notifyMentioned(ctx, tx, channel, { id: messageId, authorId: userId, mentions });
  announce(tx, ctx, channel, head.revision + 1, { isNew: true, turnId });
  return { kind: 'stored', messageId, turnId, head };
}

async function queue(tx: Db, ctx: UserContext, channel: LoadedChannel, input: Said): Promise<string> {
  const id = randomUUID();
  const { fileIds = [] } = input;
  await attachFiles(tx, { userId: ctx.actor.userId, channel, fileIds });
  await insertQueued(
    tx,
    {
      id,
      channelId: channel.id,
      teamId: channel.teamId,
      authorId: ctx.actor.userId,
      text: input.text,
      mentions: JSON.stringify(input.mentions),
      fileIds,
      drawing: input.drawing ? JSON.stringify(input.drawing) : null,
      modelId: input.modelId ?? null,
      clientKey: input.clientKey ?? null,
    },
    { first: input.steer ?? false },
  );
  return id;
}

/** What an earlier call with the same key did. A waiting message keeps its key when its turn comes. */
async function findRepeat(
  db: Db,
  ctx: UserContext,
  input: Pick<SendMessage, 'clientKey' | 'channelId'>,
): Promise<Repeated | null> {
  const { clientKey, channelId } = input;
  if (!clientKey) return null;
  const found = await findSent(db, ctx.actor.userId, clientKey);
  if (!found) return null;
  if (found.channelId !== channelId) throw new AppError('conflict');
  const { id, isQueued } = found;
  return { kind: 'repeated', messageId: isQueued ? null : id, queuedId: isQueued ? id : null };
}

async function answerRepeat(
  ctx: UserContext,
  channel: LoadedChannel,
  { messageId, queuedId }: Repeated,
): Promise<SendResult> {
  const head = await headOf(ctx.db, channel.id);
  const rows = messageId ? await findWithAnswers(ctx.db, channel.id, messageId) : [];
  return { ...presentChange({ ...head, rows }, readerIn(ctx, channel)), messageId, queuedId };
}
