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

/** What bounds a completion: it has no turn that could hold budgets, so what it is going to cost is counted in advance. */
export interface CompletionBudget {
  /** Why the answer was refused or ended; null while there is enough. */
  readonly refusal: MessageError | null;
  /** Counts what the next request costs at least. @throws Error when there is not so much */
  cover(meter: Meter): Promise<void>;
  /** Whether a part of the stream may be taken; if not, the completion is ended. */
  admits(part: StreamPart): boolean;
  /** See `BudgetReservation.watch`. */
  watch(meter: Meter): Promise<void> | undefined;
  /** Takes back what was counted in advance, in the transaction of its row of usage. */
  settle(tx: Db): Promise<void>;
}

/** The budgets of one completion; `onEmpty` ends it, and `signal` says that it has ended. */
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
      // What is being asked for when the answer ends is counted too, and must be taken back.
      await asking;
      await settleAdvances(tx, advances);
    },
  };
}
