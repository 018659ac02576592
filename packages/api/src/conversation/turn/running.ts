import type { Db } from '@tandem/db';
import { SAVE_EVERY_MS, SAVED_PER_SECOND } from '../../content/turn/limits.ts';
import { type OwnTurn, saveStreaming, type TurnRow } from '../../content/turn/turn.repo.ts';
import { beginPause, beginWaiting } from '../../content/turn/wait.repo.ts';
import type { Bus } from '../../core/live/bus.ts';
import type { Logger } from '../../core/log.ts';
import { gatherMs } from '../../core/timing/event-loop-turn.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { publishToChannel } from '../../workspace/channel/events.ts';
import { keptTrying } from './kept-trying.ts';
import { Meter } from './meter.ts';
import { StreamingMessage } from './streaming-message.ts';

/**
 * Why a turn was ended from outside. `spent`: a budget is exhausted. `lost`: another process has taken it, so
 * nothing may be written any more.
 */
export type EndCause = 'stopped' | 'spent' | 'accessLost' | 'draining' | 'lost';

/** A turn that runs in this process: its growth, its saves, its end. */
export class RunningTurn {
  readonly turn: TurnRow;
  /** `seq` of its message. */
  readonly seq: number;
  readonly streaming: StreamingMessage;
  readonly meter: Meter;
  /** When it began, as if it had never waited: milliseconds of `steadyMs`. */
  readonly startedAt: number;
  /** Set once, by the first to end it from outside; `lost` overrides. */
  cause: EndCause | null = null;
  firstTokenMs: number | null;
  /** What its model knows by number, kept for when it goes on. */
  sources: () => TurnRow['sources'];
  /** Whether it waited for consent, and has not gone on since. */
  get hasWaited(): boolean {
    return this.turn.waitingSince !== null;
  }
  private readonly controller = new AbortController();
  private readonly db: Db;
  private readonly bus: Bus;
  private readonly log: Logger;
  private timer: NodeJS.Timeout | null = null;
  private saving: Promise<void> | null = null;
  private savedN: number;
  private isSaveWanted = false;
  private isOver = false;
  /** Time of the last immediate save at a boundary. */
  private boundaryAt = 0;

  constructor(own: OwnTurn, { db, bus, log }: { db: Db; bus: Bus; log: Logger }) {
    const { parts, n, seq, ...turn } = own;
    this.seq = seq;
    this.turn = turn;
    const { inputTokens, outputTokens, images, isEstimated } = turn;
    const tokens = { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
    this.meter = new Meter({ ...tokens, images, isEstimated });
    this.startedAt = steadyMs() - turn.activeMs;
    this.firstTokenMs = turn.firstTokenMs;
    this.sources = () => turn.sources;
    this.db = db;
    this.bus = bus;
    this.log = log;
    this.savedN = n;
    this.streaming = new StreamingMessage({ parts, n }, (delta, changes) => {
      const { id: turnId, messageId, channelId } = turn;
      publishToChannel(bus, channelId, { type: 'delta', turnId, messageId, n: delta, changes });
      this.saveSoon();
    });
    if (turn.stopRequestedAt) this.end('stopped');
  }

  /** Aborted when the turn is ended from outside. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(cause: EndCause): void {
    if (cause === 'lost') this.cause = cause;
    this.cause ??= cause;
    this.controller.abort(new DOMException(`the turn ended: ${this.cause}`, 'AbortError'));
  }

  /** Saves now, because a step or tool came to its boundary; where boundaries follow each other closely, soon. */
  saveNow(): void {
    const wait = this.boundaryAt + gatherMs() - steadyMs();
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (wait > 0) {
      this.saveIn(wait);
      return;
    }
    this.boundaryAt = steadyMs();
    this.streaming.flush();
    void this.save();
  }

  /** Saves immediately, and notifies watchers that lack deltas. */
  async saveForWatchers(): Promise<void> {
    this.streaming.flush();
    await this.save();
    const { id: turnId, channelId } = this.turn;
    publishToChannel(this.bus, channelId, { type: 'saved', turnId, n: this.savedN });
  }

  /**
   * Gives the turn up until somebody decides about the calls it waits for.
   * @returns whether it waits; else it goes on, or has ended
   */
  async wait(): Promise<boolean> {
    const state = await keptTrying(() => beginWaiting(this.db, this.turn, this.last()), this.signal);
    return this.hasGivenUp(state);
  }

  /** Milliseconds of work so far, without waiting. */
  private get activeMs(): number {
    return Math.round(steadyMs() - this.startedAt);
  }

  /** What the turn leaves when it waits. */
  private last() {
    this.streaming.flush();
    const { parts, n } = this.streaming;
    const { firstTokenMs, activeMs } = this;
    return { parts, n, ...this.meter.total, firstTokenMs, activeMs, sources: this.sources() };
  }

  private async hasGivenUp(state: 'waiting' | 'decided' | 'stopped' | 'lost'): Promise<boolean> {
    if (state === 'lost') this.end('lost');
    if (state === 'stopped') this.end('stopped');
    if (state !== 'waiting') return false;
    await this.closeSaves();
    const { id: turnId, channelId } = this.turn;
    publishToChannel(this.bus, channelId, { type: 'saved', turnId, n: this.streaming.n });
    return true;
  }

  /**
   * Gives the turn up until a person lets it go on.
   * @param pause notes why, in the same transaction
   * @returns whether it waits; else it has ended
   */
  async pause(pause: (tx: Db) => Promise<void>): Promise<boolean> {
    // People see that it waits once it does.
    const send = this.streaming.close();
    const state = await keptTrying(() => beginPause(this.db, this.turn, this.last(), pause));
    send();
    return this.hasGivenUp(state);
  }

  /** Stops saving; resolves when the last save has ended. */
  async closeSaves(): Promise<void> {
    this.isOver = true;
    if (this.timer) clearTimeout(this.timer);
    await this.saving;
  }

  private saveSoon(): void {
    const { characters } = this.streaming;
    this.saveIn(Math.max(SAVE_EVERY_MS, (characters / SAVED_PER_SECOND) * 1_000));
  }

  private saveIn(ms: number): void {
    if (this.isOver) return;
    this.timer ??= setTimeout(() => {
      this.timer = null;
      void this.save();
    }, ms);
  }

  /** One save at a time; the next includes what arrived meanwhile. */
  private save(): Promise<void> {
    this.isSaveWanted = true;
    this.saving ??= this.saveWhileWanted().finally(() => {
      this.saving = null;
    });
    return this.saving;
  }

  private async saveWhileWanted(): Promise<void> {
    while (this.isSaveWanted && !this.isOver) {
      this.isSaveWanted = false;
      this.streaming.flush();
      const { n } = this.streaming;
      if (n !== this.savedN) await this.write(n);
    }
  }

  private async write(n: number): Promise<void> {
    try {
      const saved = await saveStreaming(this.db, this.turn, {
        parts: this.streaming.parts,
        n,
        consumed: this.meter.total,
        activeMs: this.activeMs,
      });
      if (saved === null) return this.end('lost');
      this.savedN = n;
      if (saved.stop) this.end('stopped');
    } catch (err) {
      // The database may be away for a while: the parts stay in memory and are saved later.
      this.log.warn({ err, turn: this.turn.id }, 'a growing message could not be saved');
      this.saveSoon();
    }
  }
}
