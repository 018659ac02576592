import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '@tandem/shared/message/parts';
import type { MessageError } from '@tandem/shared/message/schema';
import { titleFor } from '../../ai/offline/title.ts';
import { handOverTurn } from '../../content/turn/lease.repo.ts';
import { DRAIN_MS, LAST_LOOK_MS, SAVE_PATIENCE_MS, SAVE_TRIES } from '../../content/turn/limits.ts';
import { findSteps } from '../../content/turn/step.repo.ts';
import { findOwnTurn, type TurnEnd } from '../../content/turn/turn.repo.ts';
import { systemContext } from '../../core/context.ts';
import { toAppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import type { Drained, Turns } from '../../core/timing/turns.ts';
import { setTitle } from '../../workspace/channel/channel.service.ts';
import { asChannelMessage, publishToChannel } from '../../workspace/channel/events.ts';
import { type Begun, takeBegun } from '../message/begin.ts';
import { takeNextQueued } from '../message/queue.ts';
import { hasBudget, recordSideRequest } from '../message/spend.ts';
import { leftToOthers } from './agent/left-to-others.ts';
import { finishTurn, UNFINISHED } from './finish.ts';
import { isStoreAway, outlasting } from './kept-trying.ts';
import { watchOver } from './lease-monitor.ts';
import { noticeLongAnswer } from './notice.turn.ts';
import { failureOf, statusOf } from './outcome.ts';
import { drawAnswer } from './pictures.ts';
import { planTurn } from './plan.ts';
import { RunningTurn } from './running.ts';
import type { AnswerEnd } from './step/stream-model.ts';
import { takeSlot } from './take-slot.ts';
import { plainTitle, titleOf } from './title.ts';
import type { Asked, TurnPlan } from './types.ts';
import { writeAnswer } from './write-answer.ts';

export interface TurnEngineOptions {
  /** True when no second server can exist, as with the embedded database. */
  onlyServer?: boolean;
}

/** How a turn ended. */
interface Ended {
  /**
   * Whether this process wrote the end; it did not of a turn that waits for consent. A renewal may consider a turn lost
   * that has just ended here.
   */
  isOurs: boolean;
  status: TurnEnd['status'];
  /** Remaining work after the channel has moved on. */
  after: ((status: TurnEnd['status']) => Promise<void>) | null;
}

/** How a turn ends here that waits, or goes on elsewhere. */
const GIVEN_UP: Ended = { isOurs: false, status: 'interrupted', after: null };

/**
 * Creates the engine that runs this process's turns, and recovers those whose process is gone. `platform` is
 * used when turns start: its `turns` and `jobs` may be set after this returns.
 */
export function createTurns(platform: Platform, { onlyServer = false }: TurnEngineOptions = {}): Turns {
  const { db } = platform.database;
  const log = platform.log.child({ part: 'turns' });
  const running = new Map<string, RunningTurn>();
  /**
   * All running work of turns, including titles and anything that may start one; a graceful stop waits for
   * it.
   */
  const lives = new Set<Promise<void>>();
  /** Set once nothing may start here any more; running turns continue. */
  let isLeaving = false;
  /** Aborted to interrupt the remaining turns. */
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
    const begun = takeBegun(platform, turnId);
    const own = begun?.own ?? (await outlasting(() => findOwnTurn(db, turnId, platform.processId)));
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
      ended = await run(turn, begun);
    } finally {
      // One that waited may have been taken up again already.
      if (running.get(turnId) === turn) running.delete(turnId);
      unsubscribe();
    }
    if (!ended.isOurs) return;
    await takeNext(turn.turn.channelId);
    await ended.after?.(ended.status);
    if (!ending.signal.aborted) await noticeLongAnswer(platform, turn.turn, ended.status);
  }

  async function run(turn: RunningTurn, begun: Begun | undefined): Promise<Ended> {
    let error: MessageError | null = null;
    let isAway = false;
    let end: AnswerEnd | null = null;
    let after: ((status: TurnEnd['status']) => Promise<void>) | null = null;
    let plan: TurnPlan | null = null;
    try {
      await takeSlot(turn, { db, log, slots: () => platform.values.current.turnsPerPerson });
      if (turn.hasWaited && turn.cause === 'draining' && (await handOverTurn(db, turn.turn))) {
        platform.bus.publish(topics.all, { type: 'turn.handedOver', turnId: turn.turn.id });
        return GIVEN_UP;
      }
      const known = begun ? [] : await outlasting(() => findSteps(db, turn.turn.id), turn.signal);
      plan = await outlasting(() => planTurn(platform, turn.turn, begun), turn.signal);
      if (!plan) {
        turn.end('accessLost');
        throw turn.signal.reason;
      }
      turn.signal.throwIfAborted();
      const answering = plan;
      const { draws } = plan;
      const answered = await (draws
        ? drawAnswer(turn, platform, plan, draws)
        : writeAnswer(turn, plan, known, { platform, log })
      ).finally(() => void answering.close());
      if (!answered) return GIVEN_UP;
      end = answered.end;
      error = answered.spent ?? (end.failure && { ...end.failure });
      if (plan.untitled) after = (status) => title(turn, answering, answered.question, status);
    } catch (err) {
      isAway = isStoreAway(err);
      if (!turn.cause || turn.cause === 'spent') error = failureOf(err);
      if (error?.key === 'internal') log.error({ err, turn: turn.turn.id }, 'a turn failed');
    }
    if (await leftToOthers(turn, { platform, error, isAway, isRun: plan && plan.run !== null }))
      return GIVEN_UP;
    const status = statusOf(turn, error);
    const { inputTokens, outputTokens, images, isEstimated } = turn.meter.total;
    const isOurs = await finish(turn, plan?.asked ?? null, {
      status,
      error: status === 'failed' ? error : null,
      inputTokens,
      outputTokens,
      contextTokens: turn.meter.lastRequest,
      isEstimated,
      images,
      firstTokenMs: turn.firstTokenMs,
      durationMs: steadyMs() - turn.startedAt,
    });
    return { isOurs, status, after: status === 'interrupted' ? null : after };
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
        // The database would refuse this again; the sweep ends such a turn with its saved parts.
        const isRefused = attempt >= SAVE_TRIES && toAppError(err).key !== 'unavailable';
        if (isRefused || steadyMs() > until) throw err;
        await sleep(Math.min(250 * 2 ** attempt, 2_000));
      }
    }
    return false;
  }

  const takeNext = (channelId: string) => keep(takeAndStart(channelId));

  async function takeAndStart(channelId: string): Promise<void> {
    // Another process takes it, at the latest when it searches for forgotten queues.
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
    // A drawn answer is titled by its prompt alone.
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

  /** Waits until nothing is running, or `ms` milliseconds; includes a turn being taken meanwhile. */
  async function settled(ms: number): Promise<void> {
    const patience = sleep(ms, 'over' as const, { ref: false });
    while (lives.size > 0 && (await Promise.race([Promise.all(lives), patience])) !== 'over');
  }
}
