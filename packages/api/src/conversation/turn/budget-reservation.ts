import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageError } from '@tandem/shared/message/schema';
import { isPriced, type Priced } from '@tandem/shared/provider/price';
import { type Amounts, costOf, type Prices } from '../../ai/prices/pricing.ts';
import type { StreamPart } from './reducer.ts';

/**
 * Minimum output tokens that make a request worthwhile. When less than this is left, the reservation is
 * extended.
 */
const LEAST = 300;
/** Output tokens reserved ahead of the stream, to avoid a statement per word. */
const CHUNK = 1_500;
/** Milliseconds between retries while the database is away. */
const RETRY_MS = 500;

/**
 * Prices that count tokens of a model without a price, so that budgets are checked now and then in case one
 * was set meanwhile.
 */
const COUNTED: Prices = { inputPrice: 1_000_000, outputPrice: 1_000_000, imagePrice: null };

export interface ReservationOptions {
  model: Priced;
  /** Micro-credits already reserved of every budget; null when none applies at first, which may change. */
  held: number | null;
  /** Aborted when the answer ends. */
  signal: AbortSignal;
  /** Extends the reservation; returns the reason when it cannot. */
  reserve(amount: number): Promise<MessageError | null>;
  /** Called once when usage would exceed what is available. */
  onEmpty(why: MessageError): void;
}

/**
 * Budget of a running answer. Reserves in chunks ahead of the stream, and makes the stream's reader wait
 * where it outruns them, so that an answer exceeds its reservation by at most one part. An answer that
 * finishes with that part is complete: only a further part finds the reservation exhausted.
 */
export class BudgetReservation {
  private readonly options: ReservationOptions;
  private readonly prices: Prices;
  private held: number | null;
  /** One at a time: each reserves what is missing beyond what the one before it reserved. */
  private asking: Promise<{ isAway: boolean }> | null = null;
  /** The budgets have no further chunk; they are asked again once the reservation is used up. */
  private isShort = false;
  /** The reason why nothing more is available. */
  private refusal: MessageError | null = null;
  private isEmpty = false;

  constructor(options: ReservationOptions) {
    this.options = options;
    this.prices = isPriced(options.model) ? options.model : COUNTED;
    this.held = options.held;
  }

  /**
   * Reserves the cost of a request, including a short answer; returns the reason when it must not be made.
   */
  async cover({ outputTokens = 0, ...amounts }: Amounts): Promise<MessageError | null> {
    while (this.asking) await this.asking;
    const cost = this.cost({ ...amounts, outputTokens: outputTokens + LEAST });
    // The absence of budgets was read a moment ago.
    this.held ??= cost;
    const held = this.held;
    if (cost <= held) return null;
    const reserving = this.options.reserve(cost - held).then((why) => {
      if (!why) this.held = cost;
      return why;
    });
    this.asking = reserving
      .then(
        () => ({ isAway: false }),
        () => ({ isAway: true }),
      )
      .finally(() => {
        this.asking = null;
      });
    return reserving;
  }

  /** Whether a part of the stream may be accepted; otherwise the answer is ended. */
  admits(part: StreamPart): boolean {
    if (!this.refusal || !isConsumption(part)) return true;
    if (!this.isEmpty) this.options.onEmpty(this.refusal);
    this.isEmpty = true;
    return false;
  }

  /**
   * Reports the usage so far.
   * @returns a promise the stream's reader must await, if any
   */
  watch(consumed: Amounts): Promise<void> | undefined {
    if (this.refusal || this.held === null) return undefined;
    const cost = this.cost(consumed);
    if (cost > this.held) return this.catchUp(cost);
    if (!this.isShort && cost + this.cost({ outputTokens: LEAST }) > this.held) void this.ask(cost);
    return undefined;
  }

  /** Resolves when no extension is in progress. */
  async close(): Promise<void> {
    while (this.asking) await this.asking;
  }

  /**
   * Usage exceeds the reservation. While the database is away it may do so by one chunk; then the stream
   * waits.
   */
  private async catchUp(cost: number): Promise<void> {
    while (cost > (this.held ?? 0) && !this.refusal && !this.options.signal.aborted) {
      const { isAway } = await this.ask(cost);
      if (!isAway) continue;
      if (cost - (this.held ?? 0) <= this.cost({ outputTokens: CHUNK })) return;
      await sleep(RETRY_MS);
    }
  }

  private ask(cost: number): Promise<{ isAway: boolean }> {
    this.asking ??= this.askFor(cost).finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  private async askFor(cost: number): Promise<{ isAway: boolean }> {
    const held = this.held ?? 0;
    const missing = Math.max(cost - held, 0);
    this.isShort = false;
    for (const tokens of [CHUNK, LEAST, 0]) {
      const more = missing + this.cost({ outputTokens: tokens });
      if (more === 0) break;
      const why = await this.options.reserve(more).catch(() => undefined);
      if (why === undefined) return { isAway: true };
      if (why === null) {
        this.held = held + more;
        break;
      }
      this.isShort = true;
      if (tokens === 0) this.refusal = why;
    }
    return { isAway: false };
  }

  private cost(amounts: Amounts): number {
    return costOf(this.prices, amounts).cost;
  }
}

/** Whether the provider charges for a part of a stream. */
function isConsumption(part: StreamPart): boolean {
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') return part.text !== '';
  return part.type === 'tool-input-delta' && part.delta !== '';
}
