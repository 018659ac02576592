import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '@tandem/shared/message/parts';
import type { MessageError } from '@tandem/shared/message/schema';
import { titleFor } from '../../ai/offline/title.ts';
import { describeTools } from '../../ai/tools/tools.ts';
import { DRAIN_MS, LAST_LOOK_MS, SAVE_PATIENCE_MS, SAVE_TRIES } from '../../content/turn/limits.ts';
import { findOwnTurn, handOverTurn, type TurnEnd } from '../../content/turn/turn.repo.ts';
import { systemContext } from '../../core/context.ts';
import { toAppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import type { Drained, Turns } from '../../core/timing/turns.ts';
import { hasTool } from '../../models/assistant/assistant.service.ts';
import { setTitle } from '../../workspace/channel/channel.service.ts';
import { asChannelMessage, publishToChannel } from '../../workspace/channel/events.ts';
import { takeNextQueued } from '../message/queue.ts';
import { hasBudget, recordSideRequest } from '../message/spend.ts';
import { Approvals } from './approvals.ts';
import { budgetOf } from './budget.ts';
import { buildContext } from './context.ts';
import { finishTurn, UNFINISHED } from './finish.ts';
import { guardedTools } from './guarded-tools.ts';
import { watchOver } from './lease-monitor.ts';
import { noticeLongAnswer } from './notice.turn.ts';
import { failureOf, statusOf } from './outcome.ts';
import { drawAnswer, keepPicture } from './pictures.ts';
import { Place } from './place.ts';
import { mayApprove, mayGoOn, planTurn } from './plan.ts';
import { RunningTurn } from './running.ts';
import { type StreamEnd, streamModel } from './stream-model.ts';
import { plainTitle, titleOf } from './title.ts';
import type { Asked, TurnPlan } from './types.ts';

export interface TurnEngineOptions {
  /** True when no second server can exist, as with the embedded database. */
  onlyServer?: boolean;
}

/** How a turn came to its end. */
interface Ended {
  /** Whether this process wrote that end. A renewal may take a turn for lost that has just ended here. */
  isOurs: boolean;
  status: TurnEnd['status'];
  /** What is left to do once the channel has moved on. */
  after: ((status: TurnEnd['status']) => Promise<void>) | null;
}

/**
 * Makes the engine that runs this process's turns, and takes care of those whose process is gone. `platform` is used as
 * turns begin: its `turns` and `jobs` may be filled in after this returns.
 */
export function createTurns(platform: Platform, { onlyServer = false }: TurnEngineOptions = {}): Turns {
  const { db } = platform.database;
  const log = platform.log.child({ part: 'turns' });
  const running = new Map<string, RunningTurn>();
  /** Whole lives of turns, titles included, and what may start one: a graceful end waits for all of it. */
  const lives = new Set<Promise<void>>();
  /** Set once nothing may begin here any more; what runs goes on. */
  let isLeaving = false;
  /** Aborted when what still runs is interrupted. */
  const ending = new AbortController();

  function start(turnId: string): void {
    const life = live(turnId).catch((err: unknown) =>
      log.error({ err, turn: turnId }, 'a turn was lost; it will be marked interrupted'),
    );
    void keep(life);
  }

  function keep(work: Promise<void>): Promise<void> {
    const kept = work.finally(() => lives.delete(kept));
    lives.add(kept);
    return kept;
  }

  async function live(turnId: string): Promise<void> {
    const own = await findOwnTurn(db, turnId, platform.processId);
    if (!own) return;
    if (isLeaving && (await handOverTurn(db, own)))
      return platform.bus.publish(topics.all, { type: 'turn.handedOver', turnId });
    const turn = new RunningTurn(own, { db, bus: platform.bus, log });
    running.set(turnId, turn);
    const unsubscribe = platform.bus.subscribe(topics.channel(own.channelId), (message) => {
      const known = asChannelMessage(message);
      if (known?.type === 'saveWanted' && known.turnId === turnId) void turn.saveForWatchers();
    });
    if (ending.signal.aborted) turn.end('draining');
    let ended: Ended;
    try {
      ended = await run(turn);
    } finally {
      running.delete(turnId);
      unsubscribe();
    }
    if (!ended.isOurs) return;
    await takeNext(turn.turn.channelId);
    await ended.after?.(ended.status);
    if (!ending.signal.aborted) await noticeLongAnswer(platform, turn.turn, ended.status);
  }

  async function run(turn: RunningTurn): Promise<Ended> {
    let error: MessageError | null = null;
    let end: StreamEnd | null = null;
    let after: ((status: TurnEnd['status']) => Promise<void>) | null = null;
    let plan: TurnPlan | null = null;
    try {
      plan = await planTurn(platform, turn.turn);
      if (!plan) {
        turn.end('accessLost');
        throw turn.signal.reason;
      }
      turn.signal.throwIfAborted();
      const answering = plan;
      const { draws } = plan;
      const answered = await (draws ? drawAnswer(turn, platform, plan, draws) : answer(turn, plan)).finally(
        () => void answering.close(),
      );
      end = answered.end;
      error = answered.spent ?? (end.failure && { ...end.failure });
      if (plan.untitled) after = (status) => title(turn, answering, answered.question, status);
    } catch (err) {
      if (!turn.cause || turn.cause === 'spent') error = failureOf(err);
      if (error?.key === 'internal') log.error({ err, turn: turn.turn.id }, 'a turn failed');
    }
    const status = statusOf(turn, error);
    const { inputTokens, outputTokens, isEstimated } = turn.meter.total;
    const isOurs = await finish(turn, plan?.asked ?? null, {
      status,
      error: status === 'failed' ? error : null,
      inputTokens,
      outputTokens,
      contextTokens: turn.meter.lastRequest,
      isEstimated,
      images: end?.images ?? 0,
      firstTokenMs: turn.firstTokenMs,
      durationMs: steadyMs() - turn.startedAt,
    });
    return { isOurs, status, after: status === 'interrupted' ? null : after };
  }

  async function answer(turn: RunningTurn, plan: TurnPlan) {
    const { channelId } = turn.turn;
    const budget = budgetOf(turn, plan, db);
    const context = await buildContext({
      platform,
      channelId,
      answerSeq: turn.seq,
      answer: turn.streaming.parts,
      model: plan.model,
      contextWindow: plan.contextWindow,
      vision: plan.vision,
      instructions: plan.instructions,
      document: plan.document,
      tools: describeTools(plan.tools, plan.outsideTools),
      signal: turn.signal,
      onSummaryFailed: (err) => log.warn({ err, turn: turn.turn.id }, 'a summary could not be made'),
      beforeSummary: (inputTokens) => budget.cover({ inputTokens }),
      onSummary: (cost) => recordSideRequest(platform, turn.turn, plan.asked, { kind: 'summary', ...cost }),
    });
    turn.meter.expect(context.estimate);
    await budget.cover(turn.meter.withNextRequest);
    if (context.summary) turn.streaming.push(context.summary);
    turn.streaming.label(
      new Map(plan.outsideTools.map(({ name, title, source }) => [name, { title, source }])),
    );
    const approvals = new Approvals(turn, { db, bus: platform.bus });
    const place = new Place(turn, { db, log, places: () => platform.values.current.turnsPerPerson });
    const end = await streamModel({
      model: place.model(plan.model),
      instructions: context.instructions,
      messages: context.messages,
      parameters: plan.parameters,
      tools: place.tools(
        guardedTools(plan, {
          fetch: platform.fetch,
          mayGoOn: () => mayGoOn(platform, turn.turn),
          hasTool: (key) => hasTool(db, turn.turn.assistantId, key),
          mayApprove: (userId) => mayApprove(platform, turn.turn, userId),
          consent: (...call) => place.away(() => approvals.ask(...call)),
          onAccessLost: () => turn.end('accessLost'),
          onDefect: (tool, err) => log.error({ err, tool }, 'a tool failed'),
        }),
      ),
      signal: turn.signal,
      secrets: plan.secrets,
      changedInputs: approvals.changedInputs,
      beforeStep: () => budget.cover(turn.meter.withNextRequest),
      onFile: ({ uint8Array: data }) => keepPicture(turn, platform, { data }, context.question),
      onPart(part) {
        if (!budget.admits(part)) return undefined;
        turn.meter.take(part);
        if (turn.streaming.take(part)) {
          if (part.type !== 'start-step') turn.firstTokenMs ??= steadyMs() - turn.startedAt;
          // Words come by the hundred; everything else is a boundary worth keeping.
          if (part.type !== 'text-delta' && part.type !== 'reasoning-delta') turn.saveNow();
        }
        return budget.watch(turn.meter);
      },
    });
    await budget.close();
    if (plan.document) turn.streaming.rewrite(plan.document.forPeople);
    return { end, spent: turn.cause === 'spent' ? budget.refusal : null, question: context.question };
  }

  /** Writes the end, for as long as it takes while the database is away; false when another process has the turn. */
  async function finish(turn: RunningTurn, asked: Asked | null, end: TurnEnd): Promise<boolean> {
    if (turn.cause !== 'lost') turn.streaming.settle(UNFINISHED);
    await turn.closeSaves();
    const until = steadyMs() + SAVE_PATIENCE_MS;
    for (let attempt = 0; turn.cause !== 'lost'; attempt++) {
      try {
        const { parts, n } = turn.streaming;
        const revision = await finishTurn(db, turn.turn, asked, end, { parts, n });
        if (revision === null) return false;
        publishToChannel(platform.bus, turn.turn.channelId, { type: 'changed', revision });
        return true;
      } catch (err) {
        log.warn({ err, turn: turn.turn.id, attempt }, 'the end of a turn could not be saved');
        // What the database itself refuses it will refuse again; the sweep ends such a turn with what was saved.
        const isRefused = attempt >= SAVE_TRIES && toAppError(err).key !== 'unavailable';
        if (isRefused || steadyMs() > until) throw err;
        await sleep(Math.min(250 * 2 ** attempt, 2_000));
      }
    }
    return false;
  }

  const takeNext = (channelId: string) => keep(takeAndStart(channelId));

  async function takeAndStart(channelId: string): Promise<void> {
    // Other processes take it, at the latest when they look for forgotten queues.
    if (isLeaving) return platform.bus.publish(topics.all, { type: 'queue.left', channelId });
    try {
      const next = await takeNextQueued(platform, channelId);
      if (next) start(next);
    } catch (err) {
      log.warn({ err, channelId }, 'the next waiting message could not be taken; it will be tried again');
    }
  }

  /** Names the channel; where there is no whole answer to name it by, from the question's first words. */
  async function title(
    turn: RunningTurn,
    plan: TurnPlan,
    question: string,
    status: TurnEnd['status'],
  ): Promise<void> {
    const answer = textOf([...turn.streaming.parts]);
    const { asked } = plan;
    // Of what was drawn only the words it was asked in are known.
    const isAffordable = status === 'done' && !plan.draws && (await hasBudget(db, turn.turn, asked));
    const name = isAffordable
      ? await titleOf(plan.model, {
          question,
          answer,
          signal: ending.signal,
          onCost: (cost) => recordSideRequest(platform, turn.turn, asked, { kind: 'title', ...cost }),
        })
      : plan.draws
        ? titleFor(question)
        : plainTitle(question);
    if (name === '' || ending.signal.aborted) return;
    await setTitle(systemContext(platform, 'turn'), turn.turn.channelId, name).catch((err: unknown) => {
      log.warn({ err, turn: turn.turn.id }, 'a channel could not be named');
    });
  }

  const unwatch = watchOver({
    platform,
    log,
    running,
    takeNext,
    start,
    isDraining: () => isLeaving,
    onlyServer,
  });

  return {
    start,
    takeNext: (channelId) => void takeNext(channelId),
    requestStop(turnId) {
      platform.bus.publish(topics.all, { type: 'turn.stop', turnId });
    },
    runningCount: () => running.size,
    async drain({ graceMs = 0 } = {}): Promise<Drained> {
      isLeaving = true;
      const hadTurns = lives.size > 0;
      const before = running.size;
      if (graceMs > 0) await settled(graceMs);
      const interrupted = running.size;
      ending.abort();
      for (const turn of running.values()) turn.end('draining');
      await settled(DRAIN_MS);
      // Watchers here read the end from the database before their streams are closed.
      if (hadTurns) await sleep(LAST_LOOK_MS);
      unwatch();
      return { finished: Math.max(0, before - interrupted), interrupted };
    },
  };

  /** Waits until nothing lives here any more, or `ms` milliseconds; one that was being taken meanwhile counts too. */
  async function settled(ms: number): Promise<void> {
    const patience = sleep(ms, 'over' as const, { ref: false });
    while (lives.size > 0 && (await Promise.race([Promise.all(lives), patience])) !== 'over');
  }
}
