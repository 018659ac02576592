import { randomUUID } from 'node:crypto';
import { type Db, onCommit } from '@tandem/db';
import { inOneTrip } from '@tandem/db/one-trip';
import type { MessageTable } from '@tandem/db/tables/message';
import type { AgentMode } from '@tandem/shared/agent/schema';
import { type Drawing, PLAIN_DRAWING } from '@tandem/shared/image/schema';
import { type FilePart, filesOf, type MessageTrigger, type Part } from '@tandem/shared/message/parts';
import type { Mention, MessageError } from '@tandem/shared/message/schema';
import type { Insertable } from 'kysely';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { insertRun } from '../../agent/run/run.repo.ts';
import { type LockedHead, lockHead } from '../../content/message/head.ts';
import { withExchange } from '../../content/message/path.repo.ts';
import { indexingMessage, searchedTextOf } from '../../content/search/index.ts';
import { countSlots } from '../../content/turn/slot.repo.ts';
import { findRunningTurn, type OwnTurn, ownTurn } from '../../content/turn/turn.repo.ts';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import type { Answerer } from '../../models/assistant/answerer.ts';
import { assertReserved, reservingBudgets } from '../../models/budget/budget.service.ts';
import { publishToChannel } from '../../workspace/channel/events.ts';
import { assertTouched, touchingOpenChannel } from '../../workspace/channel/touch.repo.ts';
import { reservationFor } from './spend.ts';

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
 * Whether a person has the maximum number of running answers: each uses a provider's stream, memory and the
 * database. Those waiting for consent do not count. The caller holds the head's lock, and starts the turn in
 * the same transaction.
 */
export async function hasTooManyTurns(tx: Db, { values }: Platform, userId: number): Promise<boolean> {
  return (await countSlots(tx, userId)) >= values.current.turnsPerPerson;
}

/** See `hasTooManyTurns`. @throws AppError `tooManyTurns` */
export async function refuseTooManyTurns(tx: Db, platform: Platform, userId: number): Promise<void> {
  if (await hasTooManyTurns(tx, platform, userId)) throw new AppError('tooManyTurns');
}

/** New messages at the end of a channel's path: a person's message, a pending answer, or both. */
export interface Exchange {
  /** The message below which it stands; null at the top. */
  parentId: string | null;
  question?: {
    authorId: number;
    text: string;
    mentions: readonly Mention[];
    /** Its files, which belong to the channel already. */
    files: readonly FilePart[];
    /** Pictures wanted, should the answer be drawn. */
    drawing?: Drawing | null | undefined;
    /** Its answer may search the workspace. */
    workspace?: boolean | undefined;
    /** What sent it on behalf of its author. */
    trigger?: MessageTrigger | null | undefined;
    clientKey: string | null;
    /** It replaces an earlier wording. */
    isEdit?: boolean;
  };
  answer?: {
    /** The person whose rights the turn has. */
    userId: number;
    answerer: Answerer;
    clientKey?: string | null;
    /** The turn's id, where its question waited under it. */
    turnId?: string;
    /** What a run of an agent may do; absent: what its channel says. */
    mode?: AgentMode | undefined;
    /** The reason why there will be no answer; shown in its place. */
    refusal?: MessageError;
  };
  /** Number of messages that left the path. */
  left?: number;
}

/**
 * Appends an exchange to a channel's path, with the turn that will write its answer, owned by this process.
 * The caller holds the head's lock, and announces the change, which starts the turn after the commit.
 * @throws AppError `budgetSpent` when a budget is insufficient, `modelUnpriced`
 */
export function append(
  tx: Db,
  ctx: Pick<Context, 'platform'>,
  channel: LoadedChannel,
  head: LockedHead,
  exchange: Exchange & { question: NonNullable<Exchange['question']> },
): Promise<{ questionId: string; turnId: string | null }>;
export function append(
  tx: Db,
  ctx: Pick<Context, 'platform'>,
  channel: LoadedChannel,
  head: LockedHead,
  exchange: Exchange,
): Promise<{ questionId: string | null; turnId: string | null }>;
export async function append(
  tx: Db,
  { platform }: Pick<Context, 'platform'>,
  channel: LoadedChannel,
  head: LockedHead,
  { parentId, question: asked, answer: asking, left = 0 }: Exchange,
): Promise<{ questionId: string | null; turnId: string | null }> {
  const question = asked && { ...asked, id: randomUUID() };
  const answer = asking && { ...asking, turnId: asking.turnId ?? randomUUID() };
  const common = { channelId: channel.id, teamId: channel.teamId, revision: head.revision + 1 };
  const messages: Insertable<MessageTable>[] = [];
  let searched = '';
  const parts = question && [
    ...partsOf(question),
    ...drawingPartOf(question.drawing, answer?.answerer),
    ...workspacePartOf(question, answer?.answerer),
    ...(question.trigger ? [{ type: 'data-trigger', data: question.trigger } as const] : []),
  ];
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
      assistantId: answer.answerer.assistant.id,
      turnId: answer.refusal ? null : answer.turnId,
      parts: '[]',
      ...(answer.refusal
        ? { status: 'failed', error: JSON.stringify(answer.refusal) }
        : { status: 'running' }),
      model: answer.answerer.resolved.model.name,
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
          assistantId: answer.answerer.assistant.id,
          modelId: answer.answerer.resolved.model.id,
          ownerId: platform.processId,
        }
      : null;
  const stored = touchingOpenChannel(withExchange(tx, head, { messages, turn, left }), channel.id);
  const indexed = (await indexingMessage({ messageId: question?.id ?? answerId, text: searched })).compile(
    tx,
  );
  if (answer && turn) {
    const { model } = answer.answerer.resolved;
    const reserving = reservationFor({ ...turn, appId: channel.appId }, model, parts);
    const [touched, , reserved, [own]] = await inOneTrip(tx, [
      stored,
      indexed,
      reservingBudgets(reserving).compile(tx),
      ownTurn(tx, { turnId: turn.id, ownerId: platform.processId }),
    ]);
    await assertTouched(tx, touched, channel.id);
    if (channel.kind === 'agent')
      await insertRun(tx, { turnId: turn.id, channelId: channel.id, mode: answer.mode });
    const isBounded = assertReserved(reserved, reserving, model);
    const held = isBounded ? reserving.estimate : null;
    if (own) keepBegun(tx, platform, { ...answer.answerer, own, channel, held });
  } else {
    const [touched] = await inOneTrip(tx, [stored, indexed]);
    await assertTouched(tx, touched, channel.id);
  }
  return { questionId: question?.id ?? null, turnId: turn ? turn.id : null };
}

/** Returns the drawing options to store with a question; undefined unless its answer is drawn. */
function drawingPartOf(drawing: Drawing | null | undefined, answerer: Answerer | undefined): Part[] {
  const { model } = answerer?.resolved ?? {};
  if (model?.kind !== 'image') return [];
  const { aspect, count } = drawing ?? PLAIN_DRAWING;
  return [{ type: 'data-drawing', data: { aspect, count, modelId: model.id } }];
}

/** Notes that a question asks the workspace; a picture is drawn of nothing that could be found there. */
function workspacePartOf(question: { workspace?: boolean | undefined }, answerer?: Answerer): Part[] {
  const asks = question.workspace === true && answerer?.resolved.model.kind === 'chat';
  return asks ? [{ type: 'data-workspace', data: { asked: true } }] : [];
}

/**
 * Returns the parts of a person's message: text, if any, and attachments.
 * @throws AppError `messageEmpty` when there is neither
 */
export function partsOf({ text, files }: { text: string; files: readonly Part[] }): Part[] {
  const words: Part[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  if (words.length + filesOf(files).length === 0) throw new AppError('messageEmpty');
  return [...words, ...files];
}

/**
 * Announces a change after the commit, to the channel's watchers and to unread counts.
 * @param turnId the turn to start after that, if any
 */
export function announce(
  tx: Db,
  { platform }: Pick<Context, 'platform'>,
  channel: Pick<LoadedChannel, 'id' | 'teamId'>,
  revision: number,
  { isNew = false, turnId = null }: { isNew?: boolean; turnId?: string | null } = {},
): void {
  onCommit(tx, () => {
    publishToChannel(platform.bus, channel.id, { type: 'changed', revision });
    if (isNew) platform.bus.publish(topics.team(channel.teamId), { type: 'activity', channelId: channel.id });
    if (turnId !== null) platform.turns.start(turnId);
  });
}

/** A turn that was committed a moment ago, with everything that its transaction knew. */
export interface Begun extends Answerer {
  own: OwnTurn;
  /** As the person who asked was admitted to it. */
  channel: LoadedChannel;
  /** Micro-credits held of budgets; null when none bounds it. */
  held: number | null;
}

const begunOf = perProcess(() => new Map<string, Begun>());

/** Keeps what is known of a turn from its commit until it is started, which is right after it. */
function keepBegun(tx: Db, platform: Platform, begun: Begun): void {
  onCommit(tx, () => void begunOf(platform).set(begun.own.id, begun));
}

/** Returns what was kept of a turn, once; undefined for one that began elsewhere or long ago. */
export function takeBegun(platform: Platform, turnId: string): Begun | undefined {
  const begun = begunOf(platform).get(turnId);
  begunOf(platform).delete(turnId);
  return begun;
}
