import { randomUUID } from 'node:crypto';
import { type Db, onCommit, transaction } from '@tandem/db';
import { inOneTrip } from '@tandem/db/one-trip';
import type { FilePart, MessageTrigger } from '@tandem/shared/message/parts';
import type { Mention, SendMessage, SendResult } from '@tandem/shared/message/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { attachFiles, requestExtractions } from '../../content/file/file.service.ts';
import { answerSince, headOf, presentChange } from '../../content/message/changes.ts';
import { type SentBefore, sentBefore } from '../../content/message/client-key.repo.ts';
import { type LockedHead, lockingHead, raiseHead } from '../../content/message/head.ts';
import { readerIn } from '../../content/message/message.presenter.ts';
import { findWithAnswers } from '../../content/message/message.repo.ts';
import { endOf, type PathEnd } from '../../content/message/path.repo.ts';
import { slotStatements, slotsTaken } from '../../content/turn/slot.repo.ts';
import { writeStop } from '../../content/turn/turn.repo.ts';
import { madeBefore, refuseTakenKey } from '../../core/client-key.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type Answerer, searchAnswerer } from '../../models/assistant/answerer.ts';
import { assistantAsked, mentionsIn, notifyMentioned } from '../../workspace/mention/mention.ts';
import { announce, append } from './begin.ts';
import { insertQueued } from './queue.repo.ts';

/** Maximum queued messages per channel. */
const MAX_QUEUED = 50;

type Sent =
  | { kind: 'stored'; messageId: string; turnId: string | null; head: LockedHead }
  | { kind: 'queued'; queuedId: string; head: LockedHead }
  | { kind: 'made'; made: SentBefore };

/** A message to send; the trigger is never a client's to name. */
export type Sending = SendMessage & { trigger?: MessageTrigger };
/** The sent message, with its valid mentions. */
type Said = Omit<Sending, 'mentions'> & { mentions: readonly Mention[] };

/** Facts that decide what becomes of a message, and hold until the commit. */
interface Arrival {
  head: LockedHead;
  end: PathEnd;
  /** The same message, sent before. */
  made: SentBefore | null;
  /** The assistant that answers it. */
  answering: Answering | null;
}

interface Answering {
  /** See `countSlots`. */
  slots: number;
  /** @throws AppError those of `answererFor` */
  answerer(): Promise<Answerer>;
}

/**
 * Stores a person's message and starts the answer, which is independent of this request. While another answer
 * is running the message is queued; with `steer` that answer is stopped and this one comes next. A message
 * that addresses no assistant is stored immediately in any case.
 * @throws AppError `notFound` for a file that is not the sender's or is in use, `queueFull`, `tooManyTurns`,
 * `conflict` when the key was used in another channel, and those of `answererFor`
 */
export async function sendMessage(
  ctx: UserContext,
  channel: LoadedChannel,
  input: Sending,
): Promise<SendResult> {
  const { db } = ctx;
  const mentions = await mentionsIn(db, channel, input.text, input.mentions);
  const asked = assistantAsked(channel, mentions);
  const sent = await transaction(db, async (tx): Promise<Sent> => {
    const arrival = await arrive(tx, ctx, channel, asked, input);
    const made = await madeBefore(tx, {
      clientKey: input.clientKey,
      // A queued message keeps its key when its turn comes.
      find: async () => arrival.made,
      isHere: ({ channelId }) => channelId === channel.id,
    });
    return made ? { kind: 'made', made } : store(tx, ctx, channel, arrival, { ...input, mentions });
  }).catch(refuseTakenKey);
  if (sent.kind === 'made') return answerRepeat(ctx, channel, sent.made);
  const reader = readerIn(ctx, channel);
  if (sent.kind === 'stored') {
    const stored = { messageId: sent.messageId, queuedId: null };
    // Others' messages may be queued as well.
    if (sent.turnId === null)
      return { ...(await answerSince(db, channel.id, sent.head.revision, reader)), ...stored };
    // The queue is empty, and only these two messages changed.
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

/**
 * Locks a channel's head for a message that is being sent, and reads what it meets there.
 * @param asked the assistant that is to answer; null: none is
 * @throws AppError `notFound` when the channel is gone
 */
async function arrive(
  tx: Db,
  ctx: UserContext,
  channel: LoadedChannel,
  asked: { assistantId: string | null } | null,
  { clientKey, modelId }: Pick<SendMessage, 'clientKey' | 'modelId'>,
): Promise<Arrival> {
  const { userId } = ctx.actor;
  const first = [
    lockingHead(tx, channel.id).compile(),
    sentBefore(userId, clientKey ?? null).compile(tx),
    endOf(channel.id).compile(tx),
  ] as const;
  if (!asked) {
    const [heads, made, ends] = await inOneTrip(tx, [...first]);
    return { ...met(heads, made, ends), answering: null };
  }
  const search = searchAnswerer(tx, { ...channel, ...asked, modelId: modelId ?? null });
  const [heads, made, ends, , [counted], rows] = await inOneTrip(tx, [
    ...first,
    ...slotStatements(tx, userId),
    search.statement,
  ]);
  const answerer = () => search.read({ platform: ctx.platform, db: tx }, rows);
  return { ...met(heads, made, ends), answering: { slots: slotsTaken(counted), answerer } };
}

function met([head]: LockedHead[], [made]: SentBefore[], [end]: PathEnd[]) {
  if (!head || !end) throw new AppError('notFound');
  return { head, made: made ?? null, end };
}

async function store(
  tx: Db,
  ctx: UserContext,
  channel: LoadedChannel,
  { head, end: { isRunning, waiting, tip }, answering }: Arrival,
  input: Said,
): Promise<Sent> {
  const { userId } = ctx.actor;
  const { text, mentions } = input;
  const answerer = answering && (await answering.answerer());
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
  if (answering && answering.slots >= ctx.platform.values.current.turnsPerPerson)
    throw new AppError('tooManyTurns');
  const files = await takeFiles(tx, ctx, channel, input);
  const { questionId: messageId, turnId } = await append(tx, ctx, channel, head, {
    parentId: tip,
    question: {
      authorId: userId,
      text,
      mentions,
      files,
      drawing: input.drawing,
      workspace: input.workspace,
      trigger: input.trigger,
      clientKey: input.clientKey ?? null,
    },
    ...(answerer && { answer: { userId, answerer, mode: input.mode } }),
  });
  await notifyMentioned(ctx, tx, channel, { id: messageId, authorId: userId, mentions });
  announce(tx, ctx, channel, head.revision + 1, { isNew: true, turnId });
  return { kind: 'stored', messageId, turnId, head };
}

/** Gives the message's files to the channel, and has their text read while the answer begins. */
async function takeFiles(
  tx: Db,
  { actor, platform }: UserContext,
  channel: LoadedChannel,
  { fileIds = [] }: Said,
): Promise<FilePart[]> {
  const files = await attachFiles(tx, { userId: actor.userId, channel, fileIds });
  await requestExtractions(tx, platform, channel.id, fileIds, { pictures: false });
  return files;
}

async function queue(tx: Db, ctx: UserContext, channel: LoadedChannel, input: Said): Promise<string> {
  const id = randomUUID();
  const { fileIds = [] } = input;
  await takeFiles(tx, ctx, channel, input);
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
      workspace: input.workspace ?? false,
      modelId: input.modelId ?? null,
      mode: input.mode ?? null,
      trigger: input.trigger ? JSON.stringify(input.trigger) : null,
      clientKey: input.clientKey ?? null,
    },
    { first: input.steer ?? false },
  );
  return id;
}

async function answerRepeat(
  ctx: UserContext,
  channel: LoadedChannel,
  { id, isQueued }: SentBefore,
): Promise<SendResult> {
  const head = await headOf(ctx.db, channel.id);
  const rows = isQueued ? [] : await findWithAnswers(ctx.db, channel.id, id);
  const change = presentChange({ ...head, rows }, readerIn(ctx, channel));
  return { ...change, messageId: isQueued ? null : id, queuedId: isQueued ? id : null };
}
