import type { Db } from '@tandem/db';
import type { ErrorKey } from '@tandem/shared/error/catalogue';
import type { MessageError } from '@tandem/shared/message/schema';
import type { Amounts } from '../../ai/prices/pricing.ts';
import { AppError } from '../../core/errors.ts';
import { reserveMore } from '../message/spend.ts';
import { BudgetReservation } from './budget-reservation.ts';
import { outlasting } from './kept-trying.ts';
import type { Meter } from './meter.ts';
import type { StreamPart } from './reducer.ts';
import type { RunningTurn } from './running.ts';
import type { TurnPlan } from './types.ts';

/** Budgets of one turn. */
export interface TurnBudget {
  /** Why the answer was ended; null while there is enough. */
  readonly refusal: MessageError | null;
  /**
   * Reserves the minimum cost of the next request.
   * @throws AppError `budgetSpent` before the first, else ends the turn
   */
  cover(amounts: Amounts): Promise<void>;
  /** Whether a part of the stream may be accepted; otherwise the turn is ended. */
  admits(part: StreamPart): boolean;
  /** See `BudgetReservation.watch`. */
  watch(meter: Meter): Promise<void> | undefined;
  /** Resolves when no reservation is in progress. */
  close(): Promise<void>;
}

/** The budgets of a turn, for as long as it runs. */
export function budgetOf(turn: RunningTurn, plan: TurnPlan, db: Db): TurnBudget {
  let refusal: MessageError | null = null;
  const end = (why: MessageError) => {
    refusal = why;
    turn.end('spent');
  };
  const { asked, held } = plan;
  const reservation = new BudgetReservation({
    model: asked.model,
    held,
    signal: turn.signal,
    reserve: (amount) => reserveMore(db, turn.turn, asked, amount),
    onEmpty: end,
  });
  return {
    get refusal() {
      return refusal;
    },
    async cover(amounts) {
      const why = await outlasting(() => reservation.cover(amounts), turn.signal);
      if (!why) return;
      end(why);
      throw new AppError(why.key as ErrorKey, why.params ?? {});
    },
    admits: (part) => reservation.admits(part),
    watch: (meter) => reservation.watch(meter.total),
    close: () => reservation.close(),
  };
}
