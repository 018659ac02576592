import { describe, expect, it } from 'vitest';
import { costOf } from './pricing.ts';

/** Three dollars in, fifteen out for a million tokens, four cents a picture. */
const prices = { inputPrice: 300_000_000, outputPrice: 1_500_000_000, imagePrice: 4_000_000 };
const unknown = { inputPrice: null, outputPrice: null, imagePrice: null };

describe('costOf', () => {
  it('adds tokens and pictures', () => {
    expect(costOf(prices, { inputTokens: 1_000, outputTokens: 200, images: 2 })).toEqual({
      cost: 300_000 + 300_000 + 8_000_000,
      isPriced: true,
    });
  });

  it('rounds up to the smallest amount', () => {
    expect(costOf({ ...unknown, inputPrice: 1 }, { inputTokens: 1 }).cost).toBe(1);
  });

  it('is zero where no price is known, and says so', () => {
    expect(costOf(unknown, { inputTokens: 5_000, outputTokens: 5_000, images: 5 })).toEqual({
      cost: 0,
      isPriced: false,
    });
  });

  it('counts a price of zero as known', () => {
    expect(costOf({ ...unknown, inputPrice: 0 }, { inputTokens: 10 })).toEqual({ cost: 0, isPriced: true });
  });

  it('stays an exact number, whatever usage is reported', () => {
    const { cost } = costOf(prices, { inputTokens: 2_000_000_000, outputTokens: Number.MAX_SAFE_INTEGER });
    expect(cost).toBe(Number.MAX_SAFE_INTEGER);
    expect(costOf(prices, { inputTokens: -5 }).cost).toBe(0);
  });
});
