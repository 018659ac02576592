import type { Db } from '@tandem/db';
import type { MessageError } from '@tandem/shared/message/schema';
import type { Prices } from '../ai/pricing.ts';
import type { Meter } from '../ai/turn/meter.ts';
import { Purse } from '../ai/turn/purse.ts';
import {
  type Advances,
  advanceBudgets,
  refusalOf,
  type Spender,
  settleAdvances,
} from '../budget/budget.service.ts';

/** Tokens for which there must be enough before a model is asked: an answer of a few words. */
const LEAST = 300;

/** What bounds an aside: it has no turn that could hold budgets, so what it is going to cost is counted in advance. */
export interface AsideBudget {
  /** Why the answer was refused or ended; null while there is enough. */
  readonly refusal: MessageError | null;
  /** Counts what the next request costs at least. @throws Error when there is not so much */
  cover(meter: Meter): Promise<void>;
  /** Ends the aside when what it consumes is more than can be had. */
  watch(meter: Meter): void;
  /** Takes back what was counted in advance, in the transaction of its row of usage. */
  settle(tx: Db): Promise<void>;
}

/** The budgets of one aside; `onEmpty` ends it. */
export function asideBudget(db: Db, spender: Spender, prices: Prices, onEmpty: () => void): AsideBudget {
  const advances: Advances = new Map();
  const since = new Date();
  let refusal: MessageError | null = null;
  let asking: Promise<unknown> = Promise.resolve();
  const end = (why: MessageError) => {
    refusal ??= why;
    onEmpty();
  };
  const purse = new Purse({
    prices,
    held: 0,
    reserve: (amount) => {
      const asked = advanceBudgets(db, spender, amount, advances).then(
        () => null,
        (err: unknown) => {
          const why = refusalOf(err);
          if (why) return why;
          throw err;
        },
      );
      asking = asked.catch(() => {});
      return asked;
    },
    onEmpty: end,
  });
  return {
    get refusal() {
      return refusal;
    },
    async cover(meter) {
      const { inputTokens, outputTokens } = meter.withNextRequest;
      const why = await purse.cover({ inputTokens, outputTokens: outputTokens + LEAST });
      if (!why) return;
      end(why);
      throw new Error(why.key);
    },
    watch: (meter) => purse.watch(meter.total),
    async settle(tx) {
      // What is being asked for when the answer ends is counted too, and must be taken back.
      await asking;
      await settleAdvances(tx, advances, since);
    },
  };
}
