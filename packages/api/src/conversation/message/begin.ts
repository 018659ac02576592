import { randomUUID } from 'node:crypto';
import { type Db, onCommit } from '@tandem/db';
import type { MessageTable } from '@tandem/db/tables/message';
import { type Drawing, PLAIN_DRAWING } from '@tandem/shared/image/schema';
import { type FilePart, filesOf, type Part } from '@tandem/shared/message/parts';
import type { Mention, MessageError } from '@tandem/shared/message/schema';
import type { Priced } from '@tandem/shared/provider/price';
import type { Insertable } from 'kysely';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { type LockedHead, lockHead } from '../../content/message/head.ts';
import { withExchange } from '../../content/message/path.repo.ts';
import { indexMessage, searchedTextOf } from '../../content/search/index.ts';
import { countPlaces } from '../../content/turn/place.repo.ts';
import { findRunningTurn } from '../../content/turn/turn.repo.ts';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { assistantFor } from '../../models/assistant/assistant.service.ts';
import { resolveModel } from '../../models/provider/provider.service.ts';
import { publishToChannel } from '../../workspace/channel/events.ts';
import { touchOpenChannel } from '../../workspace/channel/touch.repo.ts';
import { reserveForAnswer } from './spend.ts';

/** The assistant and model that answer, as stored with the message and its turn. */
export interface Answerer {
  assistantId: string;
  modelId: string;
  modelName: string;
  /** What it takes. */
  model: Priced & { name: string };
  /** It draws instead of writing. */
  draws: boolean;
}

type Where = Pick<LoadedChannel, 'id' | 'teamId' | 'appId' | 'assistantId'>;

/**
 * The assistant and model that answer in a channel; `modelId` overrides the assistant's own.
 * @throws AppError `notFound` for a model that is not the team's, `noModel`, `notConfigured`
 */
export async function answererFor(
  ctx: Pick<Context, 'db' | 'platform'>,
  channel: Where,
  modelId: string | null = null,
): Promise<Answerer> {
  const assistant = await assistantFor(ctx, channel);
  const { model } = await resolveModel(ctx, {
    modelId: modelId ?? assistant.modelId,
    teamId: channel.teamId,
    kinds: modelId === null ? ['chat'] : ['chat', 'image'],
  });
  return {
    assistantId: assistant.id,
    modelId: model.id,
    modelName: model.name,
    model,
    draws: model.kind === 'image',
  };
}

/**
 * Locks the channel's head; see `lockHead`.
 * @throws AppError `notFound` when the channel is gone
 */
export async function lockHeadOf(tx: Db, channelId: string): Promise<LockedHead> {
  const head = await lockHead(tx, channelId);
  if (!head) throw new AppError('notFound');
  return head;
}

/** @throws AppError `turnRunning` */
export async function refuseWhileRunning(tx: Db, channelId: string): Promise<void> {
  if (await findRunningTurn(tx, channelId)) throw new AppError('turnRunning');
}

/**
 * Whether a person has as many answers running as they may: each holds a provider's stream, memory and the database.
 * Those that wait for somebody's consent do not count.
 * The caller holds the head's lock, and starts the turn in the same transaction.
 */
export async function hasTooManyTurns(tx: Db, { values }: Platform, userId: number): Promise<boolean> {
  return (await countPlaces(tx, userId)) >= values.current.turnsPerPerson;
}

/** See `hasTooManyTurns`. @throws AppError `tooManyTurns` */
export async function refuseTooManyTurns(tx: Db, platform: Platform, userId: number): Promise<void> {
  if (await hasTooManyTurns(tx, platform, userId)) throw new AppError('tooManyTurns');
}

/** What is put at the end of a channel's path: a person's message, an answer to be written, or both. */
export interface Exchange {
  /** The message below which it stands; null at the top. */
  parentId: string | null;
  question?: {
    authorId: number;
    text: string;
    mentions: readonly Mention[];
    /** What it carries, in the channel already. */
    files: readonly FilePart[];
    /** Pictures wanted, should the answer be drawn. */
    drawing?: Drawing | null | undefined;
    clientKey: string | null;
    /** It takes the place of an earlier wording. */
    isEdit?: boolean;
  };
  answer?: {
    /** The person whose rights the turn has. */
    userId: number;
    answerer: Answerer;
    clientKey?: string | null;
    /** Why nothing is going to be written: the answer says so instead. */
    refusal?: MessageError;
  };
  /** Messages that left the path to make room. */
  left?: number;
}

/**
 * Puts an exchange at the end of a channel's path, with the turn that will write its answer, owned by this process.
 * The caller holds the head's lock, and announces the change, which starts the turn after the commit.
 * @throws AppError `budgetSpent` when a budget does not suffice for the answer, `modelUnpriced`
 */
export function append(
  tx: Db,
  ctx: Pick<Context, 'platform'>,
  channel: Where,
  head: LockedHead,
  exchange: Exchange & { question: NonNullable<Exchange['question']> },
): Promise<{ questionId: string; turnId: string | null }>;
export function append(
  tx: Db,
  ctx: Pick<Context, 'platform'>,
  channel: Where,
  head: LockedHead,
  exchange: Exchange,
): Promise<{ questionId: string | null; turnId: string | null }>;
export async function append(
  tx: Db,
  { platform }: Pick<Context, 'platform'>,
  channel: Where,
  head: LockedHead,
  { parentId, question: asked, answer: asking, left = 0 }: Exchange,
): Promise<{ questionId: string | null; turnId: string | null }> {
  const question = asked && { ...asked, id: randomUUID() };
  const answer = asking && { ...asking, turnId: randomUUID() };
  const common = { channelId: channel.id, teamId: channel.teamId, revision: head.revision + 1 };
  const messages: Insertable<MessageTable>[] = [];
  let searched = '';
  const parts = question && [...partsOf(question), ...drawingPartOf(question.drawing, answer?.answerer)];
  if (question && parts) {
    searched = searchedTextOf(parts);
    messages.push({
      ...common,
      id: question.id,
      parentId,
      seq: head.lastSeq + 1,
      role: 'user',
      authorId: question.authorId,
      parts: JSON.stringify(parts),
      mentions: JSON.stringify(question.mentions),
      clientKey: question.clientKey,
      editedAt: question.isEdit ? new Date() : null,
    });
  }
  const answerId = randomUUID();
  if (answer)
    messages.push({
      ...common,
      id: answerId,
      parentId: question?.id ?? parentId,
      seq: head.lastSeq + messages.length + 1,
      role: 'assistant',
      assistantId: answer.answerer.assistantId,
      turnId: answer.refusal ? null : answer.turnId,
      parts: '[]',
      ...(answer.refusal
        ? { status: 'failed', error: JSON.stringify(answer.refusal) }
        : { status: 'running' }),
      model: answer.answerer.modelName,
      clientKey: answer.clientKey ?? null,
    });
  const turn =
    answer && !answer.refusal
      ? {
          id: answer.turnId,
          channelId: channel.id,
          teamId: channel.teamId,
          messageId: answerId,
          userId: answer.userId,
          assistantId: answer.answerer.assistantId,
          modelId: answer.answerer.modelId,
          ownerId: platform.processId,
        }
      : null;
  await touchOpenChannel(tx, withExchange(tx, head, { messages, turn, left }), channel.id);
  if (question) await indexMessage(tx, { messageId: question.id, text: searched });
  if (answer && turn) {
    const { model } = answer.answerer;
    await reserveForAnswer(tx, { ...turn, appId: channel.appId }, model, parts);
  }
  return { questionId: question?.id ?? null, turnId: turn ? turn.id : null };
}

/** What a question says of the pictures that it asks for; nothing where its answer is written. */
function drawingPartOf(drawing: Drawing | null | undefined, answerer: Answerer | undefined): Part[] {
  if (!answerer?.draws) return [];
  const { aspect, count } = drawing ?? PLAIN_DRAWING;
  return [{ type: 'data-drawing', data: { aspect, count, modelId: answerer.modelId } }];
}

/**
 * The parts of a person's message: their words, if there are any, and what comes with them.
 * @throws AppError `messageEmpty` where there is neither
 */
export function partsOf({ text, files }: { text: string; files: readonly Part[] }): Part[] {
  const words: Part[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  if (words.length + filesOf(files).length === 0) throw new AppError('messageEmpty');
  return [...words, ...files];
}

/**
 * Once the transaction has committed, tells everyone: the channel's watchers, and those who count what they have not
 * read.
 * @param turnId the turn to start after that, if one was made
 */
export function announce(
  tx: Db,
  { platform }: Pick<Context, 'platform'>,
  channel: Pick<Where, 'id' | 'teamId'>,
  revision: number,
  { isNew = false, turnId = null }: { isNew?: boolean; turnId?: string | null } = {},
): void {
  onCommit(tx, () => {
    publishToChannel(platform.bus, channel.id, { type: 'changed', revision });
    if (isNew) platform.bus.publish(topics.team(channel.teamId), { type: 'activity', channelId: channel.id });
    if (turnId !== null) platform.turns.start(turnId);
  });
}
