import { type Amounts, costOf } from '../../ai/prices/pricing.ts';
import type { RunRow } from './view.repo.ts';

/**
 * Returns the micro-credits of one request of a run. While it goes on, by the price of its model; afterwards its part of
 * what was charged, since prices change and models go.
 */
export function costOfStep(
  { charged, prices }: Pick<RunRow, 'charged' | 'prices'>,
  step: Required<Pick<Amounts, 'inputTokens' | 'outputTokens'>>,
): number {
  if (!charged) return prices === null ? 0 : costOf(prices, step).cost;
  const priced = prices === null ? 0 : costOf(prices, charged).cost;
  const tokensOf = (amounts: Pick<Amounts, 'inputTokens' | 'outputTokens'>) =>
    (amounts.inputTokens ?? 0) + (amounts.outputTokens ?? 0);
  // By tokens where nothing says what each kind of them is worth.
  const whole = priced > 0 ? priced : tokensOf(charged);
  const part = prices !== null && priced > 0 ? costOf(prices, step).cost : tokensOf(step);
  // Neither is exact where some tokens were estimated; a step never costs more than everything.
  return whole === 0 ? 0 : Math.round(charged.cost * Math.min(1, part / whole));
}
