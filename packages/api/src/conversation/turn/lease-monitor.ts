import { expireCalls } from '../../content/turn/approval.repo.ts';
import { endLeasesOfOthers, renewLeases, takeHandedOver } from '../../content/turn/lease.repo.ts';
import {
  FIRST_SWEEP_MS,
  LEASE_SECONDS,
  RENEW_EVERY_MS,
  SWEEP_EVERY_MS,
  SWEEPS_PER_RIGHTS,
} from '../../content/turn/limits.ts';
import { findWaiting, wakeDecided, wakeTurns } from '../../content/turn/wait.repo.ts';
import { toAppError } from '../../core/errors.ts';
import { type BusMessage, topics } from '../../core/live/bus.ts';
import type { Logger } from '../../core/log.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { publishToChannel } from '../../workspace/channel/events.ts';
import { findForgottenQueues } from '../message/queue.repo.ts';
import { turnsWithoutRight } from './asker.repo.ts';
import { interruptExpired } from './finish.ts';
import type { RunningTurn } from './running.ts';

export interface Oversight {
  platform: Platform;
  log: Logger;
  /** Turns running in this process. */
  running: ReadonlyMap<string, RunningTurn>;
  takeNext(channelId: string): Promise<void>;
  /** Runs a turn that this process owns. */
  start(turnId: string): void;
  isDraining(): boolean;
  /** No other server can exist, so every other process's turns are abandoned, whatever their leases. */
  onlyServer: boolean;
}

/**
 * Renews this process's leases, ends its turns on request, and recovers turns and queues whose process is
 * gone.
 * @returns a function that stops this
 */
export function watchOver(oversight: Oversight): () => void {
  const { platform, log, running, takeNext, start, isDraining } = oversight;
  const { bus, processId } = platform;
  const { db } = platform.database;
  /** Since when the database answers, by our clock; null while it does not. */
  let answeringSince: number | null = steadyMs() - LEASE_SECONDS * 1_000;

  async function renew(): Promise<void> {
    const turns = [...running.values()];
    if (turns.length === 0) return;
    const asked = turns.map(({ turn }) => turn.id);
    const renewed = new Map((await renewLeases(db, asked, processId)).map((row) => [row.id, row]));
    for (const turn of turns) {
      const row = renewed.get(turn.turn.id);
      // A turn that ended meanwhile is no longer in `running`.
      if (!running.has(turn.turn.id)) continue;
      if (!row || row.epoch !== turn.turn.epoch) turn.end('lost');
      else if (row.stop) turn.end('stopped');
    }
    // Leases come first: the askers' rights can be checked again in a moment.
    for (const id of await turnsWithoutRight(db, asked)) running.get(id)?.end('accessLost');
  }

  let isFirstSweep = true;
  let sweeps = 0;

  async function sweep(): Promise<void> {
    if (isDraining()) return;
    if (isFirstSweep && oversight.onlyServer) await endLeasesOfOthers(db, processId);
    isFirstSweep = false;
    // After an outage of the database every lease has expired, including those of processes about to renew.
    const waited = answeringSince !== null && steadyMs() - answeringSince >= LEASE_SECONDS * 1_000;
    if (waited) {
      const onFailure = (turn: string, err: unknown) =>
        log.error({ err, turn }, 'a turn that was left by its process could not be ended');
      for (const { channelId, revision } of await interruptExpired(db, running, onFailure)) {
        log.warn({ channelId }, 'a turn was left by its process and is now interrupted');
        publishToChannel(bus, channelId, { type: 'changed', revision });
      }
    }
    for (const channelId of await findForgottenQueues(db)) await takeNext(channelId);
    answeringSince ??= steadyMs();
    await wake();
    for (const turnId of await takeHandedOver(db, processId)) start(turnId);
  }

  /** Has turns taken up that waited: a decision or a stop whose event was lost, too late for one, or without a right. */
  async function wake(): Promise<void> {
    await expireCalls(db);
    await wakeDecided(db);
    if (sweeps++ % SWEEPS_PER_RIGHTS > 0) return;
    const waiting = await findWaiting(db);
    if (waiting.length > 0) await wakeTurns(db, await turnsWithoutRight(db, waiting));
  }

  function onMessage(message: BusMessage): void {
    const stopped = message.type === 'turn.stop' ? running.get(String(message.turnId)) : undefined;
    stopped?.end('stopped');
    if (isDraining()) return;
    // One that waited for consent belongs to nobody.
    const isFree = message.type === 'turn.handedOver' || (message.type === 'turn.stop' && !stopped);
    if (isFree) void takeOver(String(message.turnId));
    if (message.type === 'queue.left') void takeNext(String(message.channelId));
  }

  /**
   * Takes a turn that a stopping process did not start, or that waited. If the event is lost, the next sweep finds it.
   */
  async function takeOver(turnId: string): Promise<void> {
    try {
      for (const taken of await takeHandedOver(db, processId, turnId)) start(taken);
    } catch (err) {
      log.warn({ err, turn: turnId }, 'a turn could not be taken over yet');
    }
  }

  const guarded = (work: () => Promise<void>, what: string) => {
    let busy = false;
    return async () => {
      if (busy) return;
      busy = true;
      try {
        await work();
      } catch (err) {
        // Any other failure says nothing about other processes' leases.
        if (toAppError(err).key === 'unavailable') answeringSince = null;
        log.warn({ err }, `${what} failed`);
      }
      busy = false;
    };
  };
  const renewSafely = guarded(renew, 'renewing leases');
  const sweepSafely = guarded(sweep, 'looking for abandoned turns');
  const timers = [
    setInterval(renewSafely, RENEW_EVERY_MS).unref(),
    setInterval(sweepSafely, SWEEP_EVERY_MS).unref(),
    // Turns left by a crash need not wait for the first round.
    setTimeout(sweepSafely, FIRST_SWEEP_MS).unref(),
  ];
  const unsubscribe = bus.subscribe(topics.all, onMessage);
  return () => {
    unsubscribe();
    for (const timer of timers) clearTimeout(timer);
  };
}
