import type { Db } from '@tandem/db';
import type { MessageError } from '@tandem/shared/message/schema';
import { isPriced, type Priced } from '@tandem/shared/provider/price';
import {
  type Advances,
  advanceBudgets,
  assertPriced,
  refusalOf,
  type Spender,
  settleAdvances,
} from '../../models/budget/budget.service.ts';
import { BudgetReservation } from '../turn/budget-reservation.ts';
import type { Meter } from '../turn/meter.ts';
import type { StreamPart } from '../turn/reducer.ts';

/**
 * Budgets of a completion. It has no turn to hold reservations, so its expected cost is charged in advance.
 */
export interface CompletionBudget {
  /** Why the answer was refused or ended; null while there is enough. */
  readonly refusal: MessageError | null;
  /**
   * Charges the minimum cost of the next request.
   * @throws Error when the budget is insufficient
   */
  cover(meter: Meter): Promise<void>;
  /** Whether a part of the stream may be accepted; otherwise the completion is ended. */
  admits(part: StreamPart): boolean;
  /** See `BudgetReservation.watch`. */
  watch(meter: Meter): Promise<void> | undefined;
  /** Reverts the advance charges, in the transaction of its usage row. */
  settle(tx: Db): Promise<void>;
}

/** The budgets of one completion. `onEmpty` ends it; `signal` is aborted when it has ended. */
export function completionBudget(
  db: Db,
  spender: Spender,
  model: Priced & { name: string },
  { signal, onEmpty }: { signal: AbortSignal; onEmpty: () => void },
): CompletionBudget {
  const advances: Advances = new Map();
  let refusal: MessageError | null = null;
  let asking: Promise<unknown> = Promise.resolve();
  const end = (why: MessageError) => {
    refusal ??= why;
    onEmpty();
  };
  const advance = async (amount: number) => {
    await assertPriced(db, spender, model);
    if (isPriced(model)) await advanceBudgets(db, spender, amount, advances);
  };
  const reservation = new BudgetReservation({
    model,
    signal,
    held: 0,
    reserve: (amount) => {
      const asked = advance(amount).then(
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
      const why = await reservation.cover(meter.withNextRequest);
      if (!why) return;
      end(why);
      throw new Error(why.key);
    },
    admits: (part) => reservation.admits(part),
    watch: (meter) => reservation.watch(meter.total),
    async settle(tx) {
      // A charge in progress when the answer ends must be reverted too.
      await asking;
      await settleAdvances(tx, advances);
    },
  };
}
