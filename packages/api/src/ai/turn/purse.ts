import type { MessageError } from '@tandem/shared/message/schema';
import { type Amounts, costOf, type Prices } from '../pricing.ts';

/** Output for which an answer holds its budgets ahead of what has come, in tokens. */
const AHEAD = 300;
/** Output for which more is asked at once: not every word is worth a statement. */
const STEP = 1_500;

export interface PurseOptions {
  prices: Prices;
  /** Micro-credits that the turn holds of every budget already. */
  held: number;
  /** Holds more; answers why not. */
  reserve(amount: number): Promise<MessageError | null>;
  /** Told once when the answer has used what it holds and gets no more. */
  onEmpty(why: MessageError): void;
}

/** What a running turn may spend: it asks its budgets for more before it uses that. */
export class Purse {
  private readonly options: PurseOptions;
  private held: number;
  private asking: Promise<void> | null = null;
  /** Why nothing more is to be had. */
  private refusal: MessageError | null = null;
  private isEmpty = false;

  constructor(options: PurseOptions) {
    this.options = options;
    this.held = options.held;
  }

  /** Holds what a request is going to cost at least; answers why it must not be made. */
  async cover(amounts: Amounts): Promise<MessageError | null> {
    await this.asking;
    const missing = this.cost(amounts) - this.held;
    if (missing <= 0) return null;
    const why = await this.options.reserve(missing);
    if (!why) this.held += missing;
    return why;
  }

  /** Told of what was consumed until now, as it grows. */
  watch(consumed: Amounts): void {
    if (this.isEmpty || this.asking) return;
    const cost = this.cost(consumed);
    if (this.refusal) {
      if (cost >= this.held) this.empty(this.refusal);
    } else if (cost + this.cost({ outputTokens: AHEAD }) > this.held) {
      this.asking = this.askFor(cost).finally(() => {
        this.asking = null;
      });
    }
  }

  private async askFor(cost: number): Promise<void> {
    for (const tokens of [STEP, AHEAD]) {
      const more = Math.max(cost - this.held, 0) + this.cost({ outputTokens: tokens });
      // While the database is away the answer goes on, as it does everywhere else; the next words ask again.
      const why = await this.options.reserve(more).catch(() => undefined);
      if (why === null) this.held += more;
      if (!why) return;
      if (tokens === AHEAD) this.refusal = why;
    }
  }

  private empty(why: MessageError): void {
    this.isEmpty = true;
    this.options.onEmpty(why);
  }

  private cost(amounts: Amounts): number {
    return costOf(this.options.prices, amounts).cost;
  }
}
