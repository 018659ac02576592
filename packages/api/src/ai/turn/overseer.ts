import { toAppError } from '../../core/errors.ts';
import { type BusMessage, topics } from '../../core/live/bus.ts';
import type { Logger } from '../../core/log.ts';
import type { TurnPlatform } from './engine.ts';
import { publishToChannel } from './events.ts';
import { interruptExpired } from './finish.ts';
import type { TurnHost } from './host.ts';
import { FIRST_SWEEP_MS, LEASE_SECONDS, RENEW_EVERY_MS, SWEEP_EVERY_MS } from './limits.ts';
import type { RunningTurn } from './running.ts';
import { endLeasesOfOthers, renewLeases } from './turn.repo.ts';

export interface Oversight {
  platform: TurnPlatform;
  log: Logger;
  /** What runs in this process, by turn. */
  running: ReadonlyMap<string, RunningTurn>;
  takeNext(channelId: string): Promise<void>;
  host: Pick<TurnHost, 'forgottenQueues' | 'onEnd'>;
  isDraining(): boolean;
  /** No other server can exist: whatever another process owned is abandoned, whatever its lease says. */
  onlyServer: boolean;
}

/**
 * Keeps this process's leases, ends its turns when asked to, and looks after turns and queues whose process is
 * gone. @returns how to end that
 */
export function watchOver(oversight: Oversight): () => void {
  const { platform, log, running, takeNext, host, isDraining } = oversight;
  const { bus, processId } = platform;
  const { db } = platform.database;
  /** Since when the database answers, by our clock; null while it does not. */
  let answeringSince: number | null = Date.now() - LEASE_SECONDS * 1_000;

  async function renew(): Promise<void> {
    const turns = [...running.values()];
    if (turns.length === 0) return;
    const asked = turns.map(({ turn }) => turn.id);
    const renewed = new Map((await renewLeases(db, asked, processId)).map((row) => [row.id, row]));
    for (const turn of turns) {
      const row = renewed.get(turn.turn.id);
      // One that ended by itself meanwhile is no longer in `running`.
      if (!running.has(turn.turn.id)) continue;
      if (!row || row.epoch !== turn.turn.epoch) turn.end('lost');
      else if (row.stop) turn.end('stopped');
    }
  }

  let isFirstSweep = true;

  async function sweep(): Promise<void> {
    if (isDraining()) return;
    if (isFirstSweep && oversight.onlyServer) await endLeasesOfOthers(db, processId);
    isFirstSweep = false;
    // After the database was away every lease has run out, also those of processes that are about to renew.
    const waited = answeringSince !== null && Date.now() - answeringSince >= LEASE_SECONDS * 1_000;
    if (waited) {
      for (const { channelId, revision } of await interruptExpired(db, host, running)) {
        log.warn({ channelId }, 'a turn was left by its process and is now interrupted');
        publishToChannel(bus, channelId, { type: 'changed', revision });
      }
    }
    for (const channelId of await host.forgottenQueues()) await takeNext(channelId);
    answeringSince ??= Date.now();
  }

  function onMessage(message: BusMessage): void {
    if (message.type !== 'turn.stop') return;
    running.get(String(message.turnId))?.end('stopped');
  }

  const guarded = (work: () => Promise<void>, what: string) => {
    let busy = false;
    return async () => {
      if (busy) return;
      busy = true;
      try {
        await work();
      } catch (err) {
        // Any other failure says nothing about the leases of other processes.
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
    // What a crash left behind need not wait for the first round.
    setTimeout(sweepSafely, FIRST_SWEEP_MS).unref(),
  ];
  const unsubscribe = bus.subscribe(topics.all, onMessage);
  return () => {
    unsubscribe();
    for (const timer of timers) clearTimeout(timer);
  };
}
