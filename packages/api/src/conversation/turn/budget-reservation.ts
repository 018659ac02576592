import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageError } from '@tandem/shared/message/schema';
import { isPriced, type Priced } from '@tandem/shared/provider/price';
import { type Amounts, costOf, type Prices } from '../../ai/prices/pricing.ts';
import type { StreamPart } from './reducer.ts';

/** Output that a request needs at least to be worth making, in tokens. More is asked for when less than this is left. */
const LEAST = 300;
/** Output that is held ahead of what has come, in tokens: not every word is worth a statement. */
const CHUNK = 1_500;
/** Between two tries while the database is away, in milliseconds. */
const RETRY_MS = 500;

/** Where a model has no price its tokens are counted, so that it is asked now and then whether a budget applies by now. */
const COUNTED: Prices = { inputPrice: 1_000_000, outputPrice: 1_000_000, imagePrice: null };

export interface ReservationOptions {
  model: Priced;
  /** Micro-credits that the turn holds of every budget already; null: none bounds it as it begins, which may change. */
  held: number | null;
  /** Aborted when the answer ends. */
  signal: AbortSignal;
  /** Holds more; answers why not. */
  reserve(amount: number): Promise<MessageError | null>;
  /** Told once when more would be consumed than can be had. */
  onEmpty(why: MessageError): void;
}

/**
 * What a running answer may spend. It holds budgets in chunks ahead of what streams, and has the reader of the stream
 * wait where that grows faster than the chunks are granted, so an answer exceeds what it holds by one part of its stream
 * at most. An answer that comes to its end with that part is complete: only a further part finds the reservation used up.
 */
export class BudgetReservation {
  private readonly options: ReservationOptions;
  private readonly prices: Prices;
  private held: number | null;
  private asking: Promise<{ isAway: boolean }> | null = null;
  /** The budgets have no further chunk; they are asked once more when what is held is used up. */
  private isShort = false;
  /** Why nothing more is to be had. */
  private refusal: MessageError | null = null;
  private isEmpty = false;

  constructor(options: ReservationOptions) {
    this.options = options;
    this.prices = isPriced(options.model) ? options.model : COUNTED;
    this.held = options.held;
  }

  /** Holds what a request is going to cost, a short answer included; answers why it must not be made. */
  async cover({ outputTokens = 0, ...amounts }: Amounts): Promise<MessageError | null> {
    await this.asking;
    const cost = this.cost({ ...amounts, outputTokens: outputTokens + LEAST });
    // That nothing bounds it was read a moment ago.
    this.held ??= cost;
    const missing = cost - this.held;
    if (missing <= 0) return null;
    const why = await this.options.reserve(missing);
    if (!why) this.held += missing;
    return why;
  }

  /** Whether a part of the stream may be taken; if not, the answer is ended. */
  admits(part: StreamPart): boolean {
    if (!this.refusal || !isConsumption(part)) return true;
    if (!this.isEmpty) this.options.onEmpty(this.refusal);
    this.isEmpty = true;
    return false;
  }

  /**
   * Told of what was consumed until now, as it grows.
   * @returns what the reader of the stream waits for before it goes on, if anything
   */
  watch(consumed: Amounts): Promise<void> | undefined {
    if (this.refusal || this.held === null) return undefined;
    const cost = this.cost(consumed);
    if (cost > this.held) return this.catchUp(cost);
    if (!this.isShort && cost + this.cost({ outputTokens: LEAST }) > this.held) void this.ask(cost);
    return undefined;
  }

  /** Resolves when nothing is being asked for any more. */
  async close(): Promise<void> {
    await this.asking;
  }

  /** More was consumed than is held. While the database is away that may be one chunk, and then the stream waits. */
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

/** Whether a part of a stream is something that the provider is paid for. */
function isConsumption(part: StreamPart): boolean {
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') return part.text !== '';
  return part.type === 'tool-input-delta' && part.delta !== '';
}
